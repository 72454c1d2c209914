import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

// One worker, so that the files share loaded modules: loading takes longer than the tests.
const config: TestConfig = testConfig({ test: { isolate: false, maxWorkers: 1 } });
export default config;
