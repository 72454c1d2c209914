import { type TestConfig, testConfig } from './src/test-config.ts';

const config: TestConfig = testConfig();
export default config;
