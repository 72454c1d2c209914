import type { PartialStrykerOptions } from '@stryker-mutator/api/core';

/** What the mutation tests of a package change, and how much of it its tests have to notice. */
export interface MutationOptions {
  /** The sources to change, as globs. */
  mutate: string[];
  /** The smallest share of changes that the tests notice, in percent. Raise it when it grows. */
  break: number;
}

/**
 * Creates the Stryker configuration of a workspace: it changes the sources in a copy, one place at a time, and runs the tests that
 * reach the place. `pnpm mutation` fails if more changes go unnoticed than `break` allows.
 */
export function mutationConfig({ mutate, break: breakAt }: MutationOptions): PartialStrykerOptions {
  return {
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Every test is named before a mutant runs, so nothing has to be searched for. Threads cannot change their umask.
    vitest: { pool: 'forks', related: false },
    coverageAnalysis: 'perTest',
    // A constant of a module concerns every test, and a message is checked by few: both cost much and tell little.
    ignoreStatic: true,
    mutator: { excludedMutations: ['StringLiteral'] },
    concurrency: 2,
    thresholds: { high: 100, low: breakAt, break: breakAt },
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: 'reports/mutation.json' },
    // As deep as a workspace: paths to the rest of the repository lead to the same files.
    tempDirName: '../../.mutation',
    cleanTempDir: 'always',
    // Stryker would rewrite the file with TypeScript's JavaScript API, which TypeScript 7 does not have.
    tsconfigFile: 'none',
  };
}
