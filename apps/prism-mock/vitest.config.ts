import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

/** Prism takes longer to load than all tests take to run: it is loaded once. */
const config: TestConfig = testConfig({ test: { isolate: false, maxWorkers: 1 } });
export default config;
