import { defineConfig, type UserConfig } from 'tsdown';
import { sourceMaps } from '../../tsdown.shared.ts';

const config: UserConfig = defineConfig({
  entry: ['src/command.ts'],
  format: 'esm',
  platform: 'node',
  ...sourceMaps,
  dts: false,
  fixedExtension: false,
});
export default config;
