import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

/**
 * Without the tests that start processes or stores, which have nothing to do with what Stryker changes. One of them type-checks a
 * project against the sources, and changed sources have other types.
 */
const config: TestConfig = testConfig({
  test: {
    isolate: false,
    exclude: ['test/deployment/**', 'test/journals/**', 'test/flows/kill.test.ts', 'test/flows/parallel-runs.test.ts'],
  },
});
export default config;
