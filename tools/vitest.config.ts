import { type TestConfig, testConfig } from './src/test-config.ts';

// Vite loads the tests: for Node, Vitest sets the condition `development`, under which attw's package is TypeScript in node_modules.
const config: TestConfig = testConfig({ test: { isolate: false, experimental: { viteModuleRunner: true } } });
export default config;
