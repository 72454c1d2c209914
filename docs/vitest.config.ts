import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

// The files share loaded modules: loading takes longer than the tests.
const config: TestConfig = testConfig({ test: { isolate: false } });
export default config;
