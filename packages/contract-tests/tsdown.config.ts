import { defineConfig, type UserConfig } from 'tsdown';
import { sourceMaps } from '../../tsdown.shared.ts';

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    command: 'src/command.ts',
    'pact-process': 'src/verify/pact-process.ts',
  },
  format: 'esm',
  platform: 'node',
  ...sourceMaps,
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
