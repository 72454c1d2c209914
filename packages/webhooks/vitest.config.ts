import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

/** The test files share what they load; each cleans up after itself. Handlers that fail on purpose print no warning. */
const config: TestConfig = testConfig({
  postgres: true,
  test: { isolate: false, execArgv: ['--disable-warning=EscrowWebhooksWarning'] },
});
export default config;
