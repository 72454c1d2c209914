import { defineConfig, type UserConfig } from 'tsdown';

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    command: 'src/command.ts',
    'pact-command': 'src/pact-command.ts',
    'pact-process': 'src/verify/pact-process.ts',
  },
  format: 'esm',
  platform: 'node',
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
