import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

const config: TestConfig = testConfig();
export default config;
