import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

/** Without the tests of inboxes and of the README: each would take seconds for every broken place of the receiver. */
const config: TestConfig = testConfig({
  test: {
    isolate: false,
    include: [
      'test/{body-limits,configuration,deployment,event-key,events,handlers,observer,receiver,vectors,verify}.test.ts',
    ],
  },
});
export default config;
