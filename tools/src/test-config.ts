import { fileURLToPath } from 'node:url';
import { type ConfigEnv, defineConfig, type ViteUserConfig } from 'vitest/config';

type TestOptions = NonNullable<ViteUserConfig['test']>;

/** Options for the tests of a package. */
export interface TestConfigOptions {
  /** Whether the tests of this package need a PostgreSQL: `inject('postgresUrl')`. Default: no. */
  postgres?: boolean;
  /** Vitest options that replace the defaults. */
  test?: TestOptions;
}

/** Long enough for a busy machine: only a hanging test reaches them. */
const limitInMs = { test: 60_000, soak: 1_800_000 };
/** Less than the limit of a test, so that `expect.poll` can report what it waited for. */
const pollLimitInMs = 30_000;

const postgresSetup = fileURLToPath(new URL('postgres/postgres-setup.ts', import.meta.url));

/** The type that a `vitest.config.ts` exports. */
export type TestConfig = (env: ConfigEnv) => ViteUserConfig;

/**
 * Creates the vitest configuration of a workspace. `vitest run` runs `test/**\/*.test.ts`; `vitest run --mode soak` runs them at
 * full length and in random order, and also `test/**\/*.soak.ts`.
 */
export function testConfig({ postgres = false, test = {} }: TestConfigOptions = {}): TestConfig {
  return ({ mode }) => {
    const isSoak = mode === 'soak';
    const limit = isSoak ? limitInMs.soak : limitInMs.test;
    return defineConfig({
      test: {
        include: isSoak ? ['test/**/*.{test,soak}.ts'] : ['test/**/*.test.ts'],
        // `npm test` tests several packages at once: more workers would only wait for each other.
        maxWorkers: isSoak ? 2 : 1,
        testTimeout: limit,
        hookTimeout: limit,
        expect: { poll: { timeout: pollLimitInMs } },
        reporters: [isSoak ? 'verbose' : 'minimal'],
        sequence: { shuffle: isSoak },
        // Node loads the TypeScript itself, as it does for the commands: Vite would transform each file first. Without the loader,
        // `vi.mock` fails; no test mocks a module.
        experimental: { viteModuleRunner: false, nodeLoader: false },
        ...test,
        globalSetup: [...(postgres ? [postgresSetup] : []), ...[test.globalSetup ?? []].flat()],
        provide: { ...test.provide, isSoak },
      },
    });
  };
}
