import { defineConfig, type ViteUserConfig } from 'vitest/config';

// A limit for what hangs, not for what is slow: the machine may be busy with other tasks.
const limitInMs = 60_000;

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-server.ts', 'test/support/browser-server.ts'],
    testTimeout: limitInMs,
    hookTimeout: limitInMs,
  },
});
export default config;
