import { availableParallelism } from 'node:os';
import type { RunOptions } from './run-tasks.ts';

/**
 * Everything that `npm test` checks. It continues after a failure, so that one run reports all failures. Many packages with one
 * worker each are faster than a few with several, because workers wait for each other and each loads the sources.
 */
export const checkRun: Required<Pick<RunOptions, 'tasks' | 'turboArguments' | 'environment'>> = {
  tasks: ['lint', 'imports', 'unused', 'typecheck', 'drift', 'lint:document', 'test', 'size'],
  turboArguments: ['--continue=dependencies-successful', `--concurrency=${availableParallelism() + 1}`],
  environment: {
    VITEST_MAX_WORKERS: '1',
    // A type check is too short for garbage collection to pay off.
    GOGC: 'off',
  },
};
