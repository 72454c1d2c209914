import { defineConfig, type ViteUserConfig } from 'vitest/config';

// A limit for what hangs, not for what is slow: the machine may be busy with other tasks.
const limitInMs = 120_000;

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: limitInMs,
    hookTimeout: limitInMs,
    typecheck: { enabled: true, tsconfig: 'test/tsconfig.json', include: ['test/**/*.test-d.ts'] },
  },
});
export default config;
