import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

// Loading the sandbox takes longer than the tests of most files, so a worker loads it once for all of its files.
const config: TestConfig = testConfig({ test: { isolate: false } });
export default config;
