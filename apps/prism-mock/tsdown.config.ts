import { defineConfig, type UserConfig } from 'tsdown';
import { sourceMaps } from '../../tsdown.shared.ts';

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/command.ts'],
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
