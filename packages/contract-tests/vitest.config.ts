import { fileURLToPath } from 'node:url';
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
    exclude: ['test/consumer/**', 'test/overlaid/**'],
    pool,
    isolate,
    // The longest tests of `npm test`: at its end they have both cores to themselves.
    maxWorkers: 2,
  },
});

// A process has one document, so what runs under an overlay is a project of its own.
const overlaid = testConfig({
  test: {
    name: 'overlaid',
    testTimeout: verificationLimitInMs,
    include: ['test/overlaid/**/*.test.ts'],
    setupFiles: ['test/overlaid/use-overlay.ts'],
    provide: { overlay: fileURLToPath(new URL('../../docs/guide/deployment.overlay.yaml', import.meta.url)) },
    pool,
    isolate,
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
      projects: [consumer, overlaid, checks].map((project, groupOrder) => {
        const { test, ...options } = project(env);
        return { ...options, extends: false, test: { ...test, sequence: { ...test?.sequence, groupOrder } } };
      }),
    },
  };
};
export default config;
