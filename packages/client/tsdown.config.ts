import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';
import { licenses, sourceMaps } from '../../tsdown.shared.ts';

/** Makes the other entries import the built client. A shared chunk would be one more file to load. */
const clientAsOneFile = {
  name: 'client-as-one-file',
  resolveId: (source: string) => (source === '../index.ts' ? { id: './index.js', external: true } : undefined),
};

const shared: UserConfig = {
  format: 'esm',
  platform: 'neutral',
  // The types of the document are part of the client's own.
  deps: { neverBundle: [/^node:/], alwaysBundle: ['@escrow-kit/spec/schema'] },
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
  deployment: 'src/deployment/index.ts',
  'define-flow': 'src/define-flow/define-flow.ts',
};

/** Makes what the command bundles use the TypeScript of the project. */
const typescriptOfProject = {
  name: 'typescript-of-project',
  resolveId: (source: string) =>
    source === 'typescript' ? { id: fileURLToPath(new URL('generate/typescript-api.ts', import.meta.url)) } : undefined,
};

const config: UserConfig[] = defineConfig([
  { ...shared, entry: { index: 'src/index.ts' } },
  {
    ...shared,
    entry: { command: 'generate/command.ts' },
    platform: 'node',
    dts: false,
    sourcemap: false,
    // Of openapi-typescript the command uses what turns a document into types, without what reads and validates files.
    treeshake: { moduleSideEffects: false },
    deps: { neverBundle: [/^@escrow-kit\/spec(\/overlay)?$/, 'typescript-6'], alwaysBundle: [/schema-types$/] },
    plugins: [typescriptOfProject, licenses],
  },
  ...Object.entries(entries).map(([name, source]) => ({
    ...shared,
    entry: { [name]: source },
    plugins: [clientAsOneFile, sourceMaps.plugins],
  })),
]);
export default config;
