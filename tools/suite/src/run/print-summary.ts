import { styleText } from 'node:util';
import { progressPrefix, type TestResult } from '../progress/progress-reporter.ts';
import type { RanTask, RunResult } from './run-tasks.ts';

const shownSlowest = 5;

/** Prints failed tasks with their output, then the slowest tasks and tests, and last the commands that repeat failures. */
export function printSummary(result: RunResult, write: (text: string) => void): void {
  const { tasks, tests, isGreen, messages } = result;
  const failedTasks = tasks.filter(({ exitCode }) => exitCode !== 0);
  const failedTests = tests.filter(({ state }) => state === 'failed');
  const print = (line = '') => write(`${line}\n`);

  for (const { id, output } of failedTasks) {
    const lines = output.filter((line) => !line.startsWith(progressPrefix));
    print(`\n${styleText('red', id)}\n${lines.join('\n')}`);
  }
  if (!isGreen && failedTasks.length === 0) print(messages.join('\n'));

  print();
  const ran = tasks.filter(({ isCached }) => !isCached);
  const slowest = ran.toSorted((one, other) => other.durationInMs - one.durationInMs).slice(0, shownSlowest);
  for (const task of slowest) print(`${seconds(task)}  ${task.id}`);
  for (const test of slowestTests(tests, shownSlowest)) print(`${seconds(test)}  ${test.file} ${test.title}`);

  const counts = `${tasks.length - failedTasks.length} of ${tasks.length} tasks passed, ${tasks.length - ran.length} from the cache`;
  const passed = tests.filter(({ state }) => state === 'passed').length;
  const tested = `${passed} tests passed, ${failedTests.length} failed`;
  print(`\n${counts}; ${tested}; ${(result.wallTimeInMs / 1000).toFixed(0)} s.`);
  for (const test of failedTests) print(`${styleText('red', 'Failed:')} ${test.file} ${test.title}\n  ${test.command}`);
  for (const task of failedTasks) if (!isOfTests(task, failedTests)) print(commandOf(task));
}

/** The slowest tests, slowest first. */
function slowestTests(tests: readonly TestResult[], count: number): TestResult[] {
  return tests.toSorted((one, other) => other.durationInMs - one.durationInMs).slice(0, count);
}

function seconds({ durationInMs }: { durationInMs: number }): string {
  return `${(durationInMs / 1000).toFixed(1)} s`.padStart(8);
}

function isOfTests({ id }: RanTask, failedTests: readonly TestResult[]): boolean {
  return failedTests.some((test) => id.startsWith(`${test.package}#`));
}

function commandOf({ id }: RanTask): string {
  const [workspace = '', task = ''] = id.split('#');
  const command = workspace === '//' ? `pnpm ${task}` : `pnpm --filter ${workspace} ${task}`;
  return `${styleText('red', 'Failed:')} ${id}\n  ${command}`;
}
