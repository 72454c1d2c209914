import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    typecheck: { enabled: true, tsconfig: 'test/tsconfig.json', include: ['test/**/*.test-d.ts'] },
  },
});
export default config;
