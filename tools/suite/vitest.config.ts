import { type TestConfig, testConfig } from './src/test-config.ts';

const config: TestConfig = testConfig({ test: { isolate: false } });
export default config;
