import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

const config: TestConfig = testConfig({ test: { isolate: false } });
export default config;
