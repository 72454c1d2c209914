import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

/** Without the test that type-checks a project against the sources, because changed sources have other types. */
const config: TestConfig = testConfig({
  postgres: true,
  test: { isolate: false, exclude: ['test/deployment/generate.test.ts'] },
});
export default config;
