import { defineConfig, type UserConfig } from 'tsdown';
import { sourceMaps } from '../../tsdown.shared.ts';

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    consumer: 'src/consumer/index.ts',
    command: 'src/command.ts',
    'pact-command': 'src/pact-command.ts',
    'pact-process': 'src/verify/pact-process.ts',
    'observation-thread': 'src/observe/observation-thread.ts',
  },
  format: 'esm',
  platform: 'node',
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
