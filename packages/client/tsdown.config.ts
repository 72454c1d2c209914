import { defineConfig, type UserConfig } from 'tsdown';

const config: UserConfig = defineConfig({
  entry: { index: 'src/index.ts', 'file-journal': 'src/flows/file-journal.ts' },
  format: 'esm',
  platform: 'neutral',
  deps: { neverBundle: [/^node:/] },
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
