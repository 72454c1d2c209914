import type { RunOptions } from './run-tasks.ts';

/** Everything that `npm test` checks. It continues after a failure, so that one run reports all failures. */
export const checkRun: Required<Pick<RunOptions, 'tasks' | 'turboArguments'>> = {
  tasks: ['lint', 'imports', 'unused', 'typecheck', 'drift', 'lint:document', 'test', 'size'],
  turboArguments: ['--continue=dependencies-successful', '--concurrency=2'],
};
