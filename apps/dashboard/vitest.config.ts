import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

// Loading the sandbox takes longer than most files' tests: a worker does it once for all of its files.
const config: TestConfig = testConfig({ servers: ['browser'], test: { isolate: false } });
export default config;
