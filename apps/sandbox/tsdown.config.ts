import { defineConfig, type UserConfig } from 'tsdown';
import { licenses, sourceMaps } from '../../tsdown.shared.ts';

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/command.ts'],
  format: 'esm',
  platform: 'node',
  ...sourceMaps,
  plugins: [sourceMaps.plugins, licenses],
  dts: { oxc: true },
  fixedExtension: false,
  // Loading its 255 files takes longer than everything else at the start. Sources need it as a dependency, too.
  deps: { alwaysBundle: ['kysely'] },
  // Keeps the dashboard, which another build writes into a folder there.
  clean: ['dist/*.js', 'dist/*.js.map', 'dist/*.d.ts'],
});
export default config;
