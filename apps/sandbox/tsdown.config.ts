import { defineConfig, type UserConfig } from 'tsdown';

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/command.ts'],
  format: 'esm',
  platform: 'node',
  dts: { oxc: true },
  fixedExtension: false,
  // Keeps the dashboard, which another build writes into a folder there.
  clean: ['dist/*.js', 'dist/*.d.ts'],
});
export default config;
