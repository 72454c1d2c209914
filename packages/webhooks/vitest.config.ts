import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

/** The test files share what they load; each cleans up after itself. */
const config: TestConfig = testConfig({ servers: ['postgres'], test: { isolate: false } });
export default config;
