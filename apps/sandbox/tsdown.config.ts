import { defineConfig, type UserConfig } from 'tsdown';
import { sourceMaps } from '../../tsdown.shared.ts';

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/command.ts'],
  format: 'esm',
  platform: 'node',
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
  // Loading its 255 files takes longer than everything else at the start. Sources need it as a dependency, too.
  deps: { alwaysBundle: ['kysely'] },
  copy: [{ from: 'node_modules/kysely/LICENSE', to: 'dist', rename: 'kysely-license.txt' }],
  // Keeps the dashboard, which another build writes into a folder there.
  clean: ['dist/*.js', 'dist/*.js.map', 'dist/*.d.ts'],
});
export default config;
