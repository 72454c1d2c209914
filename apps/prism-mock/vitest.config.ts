import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

// The files of a worker share what they load, which takes longer than the tests of most.
const config: TestConfig = testConfig({ test: { globalSetup: ['test/shared-mock.ts'], isolate: false } });
export default config;
