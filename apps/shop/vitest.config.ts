import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

const config: TestConfig = testConfig({ test: { isolate: false } });
export default config;
