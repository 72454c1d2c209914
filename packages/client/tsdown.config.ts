import { defineConfig, type UserConfig } from 'tsdown';

/** The file journal imports the built client as it is: a chunk that both share would be one more file to load. */
const clientAsOneFile = {
  name: 'client-as-one-file',
  resolveId: (source: string) => (source === '../index.ts' ? { id: './index.js', external: true } : undefined),
};

const config: UserConfig = defineConfig({
  entry: { index: 'src/index.ts', flows: 'src/flows/index.ts', 'file-journal': 'src/flows/file-journal.ts' },
  format: 'esm',
  platform: 'neutral',
  deps: { neverBundle: [/^node:/] },
  plugins: [clientAsOneFile],
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
