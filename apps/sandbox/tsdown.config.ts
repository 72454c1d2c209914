import { defineConfig, type UserConfig } from 'tsdown';

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/command.ts'],
  format: 'esm',
  platform: 'node',
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
