// pnpm check: everything that `npm test` checks. Unchanged tasks come from turbo's cache.
import { checkRun } from './run/check-run.ts';
import { createProgressPrinter } from './run/print-progress.ts';
import { printSummary } from './run/print-summary.ts';
import { runTasks } from './run/run-tasks.ts';
import { write } from './run/write.ts';

const turboArguments = [...checkRun.turboArguments, ...process.argv.slice(2)];
const result = await runTasks({ ...checkRun, turboArguments, ...createProgressPrinter(write) });
printSummary(result, write);
process.exitCode = result.isGreen ? 0 : 1;
