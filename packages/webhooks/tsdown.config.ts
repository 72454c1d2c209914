import { defineConfig, type UserConfig } from 'tsdown';
import { sourceMaps } from '../../tsdown.shared.ts';
import manifest from './package.json' with { type: 'json' };

/** Each entry point is its own file: `./sqlite` is built from its source into `dist/sqlite.js`. */
const sources = Object.entries(manifest.exports).filter(([, source]) => source.endsWith('.ts'));

const config: UserConfig = defineConfig({
  entry: Object.fromEntries(sources.map(([path, source]) => [path === '.' ? 'index' : path.slice(2), source])),
  format: 'esm',
  platform: 'neutral',
  deps: { neverBundle: [/^node:/] },
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
