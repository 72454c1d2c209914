import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

/** Without the tests of inboxes and of the README: each would take seconds for every broken place of the receiver. */
const config: TestConfig = testConfig({
  test: {
    isolate: false,
    include: ['test/{body-limits,configuration,deployment,events,handlers,observer,receiver,vectors,verify}.test.ts'],
  },
});
export default config;
