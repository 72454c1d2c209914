import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

const config: TestConfig = testConfig({ servers: ['postgres', 'browser'], test: { isolate: false } });
export default config;
