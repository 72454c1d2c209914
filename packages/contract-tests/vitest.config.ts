import { type TestConfig, testConfig } from '@escrow-kit/tools/config';

// Every server is on this machine, but a proxy in the environment would get the requests. The tests' processes inherit this
// environment.
for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) delete process.env[name];

// Pact's native library, which the consumer tests load, does not survive worker threads.
const pool = 'forks';

// The files of a worker share their imports, which take most of a file's time.
const isolate = false;

/** Long enough for a verification of all rules on a busy machine. */
const verificationLimitInMs = 900_000;

// `generate` runs these, and with it `npm test`; `test` leaves them out.
const consumer = testConfig({
  test: {
    name: 'consumer',
    include: ['test/consumer/**/*.test.ts'],
    pool,
    isolate,
    maxWorkers: 1,
  },
});

const checks = testConfig({
  test: {
    name: 'checks',
    testTimeout: verificationLimitInMs,
    hookTimeout: verificationLimitInMs,
    exclude: ['test/consumer/**'],
    pool,
    isolate,
    // What they wait for is Pact's process, which takes the other core.
    maxWorkers: 1,
  },
});

// Without `extends`, which would add the files of this configuration to those of each.
const config: TestConfig = (env) => {
  const shared = testConfig()(env);
  return {
    ...shared,
    test: {
      ...shared.test,
      // One after the other. For a few files, another worker would load more than it saves.
      projects: [consumer, checks].map((project, groupOrder) => {
        const { test, ...options } = project(env);
        return { ...options, extends: false, test: { ...test, sequence: { ...test?.sequence, groupOrder } } };
      }),
    },
  };
};
export default config;
