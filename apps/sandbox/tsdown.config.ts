import { defineConfig, type UserConfig } from 'tsdown';
import { sourceMaps } from '../../tsdown.shared.ts';

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/command.ts'],
  format: 'esm',
  platform: 'node',
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
  // Keeps the dashboard, which another build writes into a folder there.
  clean: ['dist/*.js', 'dist/*.js.map', 'dist/*.d.ts'],
});
export default config;
