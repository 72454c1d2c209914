import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

const config: TestConfig = testConfig();
export default config;
