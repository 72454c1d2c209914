import type { RunOptions } from './run-tasks.ts';

/** All that `npm test` holds. It goes on after a failure, so that one run tells all of them. */
export const checkRun: Required<Pick<RunOptions, 'tasks' | 'turboArguments'>> = {
  tasks: ['lint', 'imports', 'unused', 'typecheck', 'drift', 'lint:document', 'test', 'size'],
  turboArguments: ['--continue=dependencies-successful', '--concurrency=3'],
};
