import { defineConfig, type UserConfig } from 'tsdown';

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/flows/file-journal.ts'],
  format: 'esm',
  platform: 'neutral',
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
