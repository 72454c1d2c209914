import { defineConfig, type UserConfig } from 'tsdown';
import { licenses, sourceMaps } from '../../tsdown.shared.ts';
import manifest from './package.json' with { type: 'json' };

/** Each entry point is its own file: `./sqlite` is built from its source into `dist/sqlite.js`. */
const sources = Object.entries(manifest.exports).filter(([, source]) => source.endsWith('.ts'));

const shared: UserConfig = {
  format: 'esm',
  platform: 'neutral',
  deps: { neverBundle: [/^node:/] },
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
};

const config: UserConfig[] = defineConfig([
  {
    ...shared,
    entry: Object.fromEntries(sources.map(([path, source]) => [path === '.' ? 'index' : path.slice(2), source])),
  },
  {
    ...shared,
    entry: { command: 'src/command.ts' },
    platform: 'node',
    dts: false,
    sourcemap: false,
    plugins: [licenses],
  },
]);
export default config;
