import { fileURLToPath } from 'node:url';
import { type ConfigEnv, defineConfig, type ViteUserConfig } from 'vitest/config';
import { ProgressReporter } from './progress/progress-reporter.ts';

type TestOptions = NonNullable<ViteUserConfig['test']>;

/** What the tests of a package need besides the defaults. */
export interface TestConfigOptions {
  /** Servers that the tests of this package share: `inject('postgresUrl')`, `inject('browserEndpoint')`. */
  servers?: ('postgres' | 'browser')[];
  /** Vitest options that replace the ones here. */
  test?: TestOptions;
}

/** Limits for what hangs, not for what is slow, because the machine may be busy. */
const limitInMs = { test: 60_000, soak: 1_800_000 };
/** How long `expect.poll` waits: less than a test may take, so that it can say for what. */
const pollLimitInMs = 30_000;

const setUps = {
  postgres: fileURLToPath(new URL('servers/postgres-setup.ts', import.meta.url)),
  browser: fileURLToPath(new URL('servers/browser-setup.ts', import.meta.url)),
};

/** What a `vitest.config.ts` exports. */
export type TestConfig = (env: ConfigEnv) => ViteUserConfig;

/**
 * The vitest configuration of a workspace. `vitest run` runs `test/**\/*.test.ts`; `vitest run --mode soak` runs them at full
 * length and in random order, and `test/**\/*.soak.ts` besides.
 */
export function testConfig({ servers = [], test = {} }: TestConfigOptions = {}): TestConfig {
  return ({ mode }) => {
    const isSoak = mode === 'soak';
    const limit = isSoak ? limitInMs.soak : limitInMs.test;
    return defineConfig({
      test: {
        include: isSoak ? ['test/**/*.{test,soak}.ts'] : ['test/**/*.test.ts'],
        maxWorkers: 2,
        testTimeout: limit,
        hookTimeout: limit,
        expect: { poll: { timeout: pollLimitInMs } },
        reporters: ['minimal', new ProgressReporter()],
        sequence: { shuffle: isSoak },
        ...test,
        globalSetup: [...servers.map((name) => setUps[name]), ...[test.globalSetup ?? []].flat()],
        provide: { ...test.provide, isSoak },
      },
    });
  };
}
