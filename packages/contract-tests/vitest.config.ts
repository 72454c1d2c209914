import { type TestConfig, testConfig } from '@escrow-kit/suite/config';

// Every server is on this machine, and a proxy that the environment names would be asked for it: the tests' processes
// inherit what is left.
for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) delete process.env[name];

const config: TestConfig = testConfig({
  servers: ['postgres'],
  test: {
    // Pact's native library is loaded by each test file, which worker threads don't survive.
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'consumer',
          include: ['test/consumer/**/*.test.ts'],
          globalSetup: ['generate/pact-folder.ts'],
          // Not 0, which vitest runs last on a machine with one worker.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // After all consumer tests: one of these compares what they wrote with the committed pacts.
        extends: true,
        test: {
          name: 'checks',
          exclude: ['test/consumer/**'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
export default config;
