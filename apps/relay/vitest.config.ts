import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

const config: TestConfig = testConfig({ postgres: true, test: { isolate: false } });
export default config;
