import { defineConfig, type UserConfig } from 'tsdown';

/** What stands on the client imports it as it is built: a chunk that both share would be one more file to load. */
const clientAsOneFile = {
  name: 'client-as-one-file',
  resolveId: (source: string) => (source === '../index.ts' ? { id: './index.js', external: true } : undefined),
};

const shared: UserConfig = {
  format: 'esm',
  platform: 'neutral',
  deps: { neverBundle: [/^node:/] },
  dts: { oxc: true },
  fixedExtension: false,
};

const config: UserConfig[] = defineConfig([
  { ...shared, entry: { index: 'src/index.ts' } },
  {
    ...shared,
    entry: { 'memory-journal': 'src/journals/memory-journal.ts', 'file-journal': 'src/journals/file-journal.ts' },
    plugins: [clientAsOneFile],
  },
]);
export default config;
