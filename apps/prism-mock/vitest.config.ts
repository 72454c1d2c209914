import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

const config: TestConfig = testConfig({ test: { globalSetup: ['test/shared-mock.ts'] } });
export default config;
