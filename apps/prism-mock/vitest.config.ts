import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

// The files of a worker share a mock, and what they load, which takes longer than the tests of most.
const config: TestConfig = testConfig({ test: { isolate: false } });
export default config;
