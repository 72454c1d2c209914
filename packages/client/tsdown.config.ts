import { defineConfig, type UserConfig } from 'tsdown';
import { licenses, sourceMaps } from '../../tsdown.shared.ts';

/** Makes the other entries import the built client. A shared chunk would be one more file to load. */
const clientAsOneFile = {
  name: 'client-as-one-file',
  resolveId: (source: string) =>
    /^[.]{1,2}[/]index[.]ts$/.test(source) ? { id: './index.js', external: true } : undefined,
};

const shared: UserConfig = {
  format: 'esm',
  platform: 'neutral',
  deps: { neverBundle: [/^node:/] },
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
};

/** The other entries, by their names in the package. */
const entries = {
  memory: 'src/journals/memory-journal.ts',
  file: 'src/journals/file-journal.ts',
  sqlite: 'src/journals/sqlite-journal.ts',
  postgres: 'src/journals/postgres-journal.ts',
  deployment: 'src/deployment.ts',
  'define-flow': 'src/define-flow.ts',
};

const config: UserConfig[] = defineConfig([
  { ...shared, entry: { index: 'src/index.ts' } },
  {
    ...shared,
    entry: { command: 'generate/command.ts' },
    platform: 'node',
    dts: false,
    sourcemap: false,
    // What a project installs only to run the command, and the other entries.
    deps: { neverBundle: [/^@escrow-kit\/(spec|client)(\/|$)/, 'openapi-typescript', 'typescript'] },
    plugins: [licenses],
  },
  ...Object.entries(entries).map(([name, source]) => ({
    ...shared,
    entry: { [name]: source },
    plugins: [clientAsOneFile, sourceMaps.plugins],
  })),
]);
export default config;
