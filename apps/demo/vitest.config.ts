import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

// Each example runs in its own process.
const config: TestConfig = testConfig({ test: { maxConcurrency: 2 } });
export default config;
