import { defineConfig, type ViteUserConfig } from 'vitest/config';

// A limit for what hangs, not for what is slow: the machine may be busy with other tasks.
const limitInMs = 60_000;

// Pact's native library is loaded by each test file, which worker threads don't survive.
const shared = { pool: 'forks', testTimeout: limitInMs, hookTimeout: limitInMs } as const;

// Every server is on this machine, and a proxy that the environment names would be asked for it: the tests' processes
// inherit what is left.
for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) delete process.env[name];

const config: ViteUserConfig = defineConfig({
  test: {
    // On two cores vitest would take one: most tests wait for a server.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'consumer',
          include: ['test/consumer/**/*.test.ts'],
          globalSetup: ['generate/pact-folder.ts'],
          // Not 0, which vitest runs last on a machine with one worker.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // After all consumer tests: one of these compares what they wrote with the committed pacts.
        test: {
          ...shared,
          name: 'checks',
          include: ['test/**/*.test.ts'],
          exclude: ['test/consumer/**'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
export default config;
