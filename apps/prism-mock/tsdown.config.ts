import { defineConfig, type UserConfig } from 'tsdown';
import { sourceMaps } from '../../tsdown.shared.ts';

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/command.ts'],
  format: 'esm',
  platform: 'node',
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
