// pnpm soak: every test at full length and in random order, one package after another.
import { createProgressPrinter } from './run/print-progress.ts';
import { printSummary } from './run/print-summary.ts';
import { runTasks } from './run/run-tasks.ts';
import { write } from './run/write.ts';

const turboArguments = ['--continue=dependencies-successful', '--concurrency=1', ...process.argv.slice(2)];
const result = await runTasks({ tasks: ['soak'], turboArguments, ...createProgressPrinter(write) });
printSummary(result, write);
process.exitCode = result.isGreen ? 0 : 1;
