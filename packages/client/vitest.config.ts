import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

const config: TestConfig = testConfig({ postgres: true, test: { isolate: false } });
export default config;
