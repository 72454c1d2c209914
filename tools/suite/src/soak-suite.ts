// pnpm soak:suite: runs `npm test` repeatedly without its cache, to find flaky tests.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { TestResult } from './progress/progress-reporter.ts';
import { checkRun } from './run/check-run.ts';
import { createProgressPrinter } from './run/print-progress.ts';
import { printSummary } from './run/print-summary.ts';
import { type RunResult, runTasks } from './run/run-tasks.ts';
import { write } from './run/write.ts';

/** A line of the results file. */
interface StoredRun {
  busyLoops: number;
  wallTimeInMs: number;
  isGreen: boolean;
  failures: string[];
  tests: Pick<TestResult, 'file' | 'title' | 'durationInMs'>[];
}

const shownSlowest = 20;
/** The number of tests stored for a run. */
const storedSlowest = 100;

const help = `Usage: pnpm soak:suite [--times N] [--busy N]

Runs npm test N times (default: 10) without its cache, beside N busy loops (default: 0).`;

const values = readOptions();
if (values.help) {
  write(`${help}\n`);
  process.exit();
}
const times = wholeNumber('--times', values.times ?? '10');
const busyLoops = wholeNumber('--busy', values.busy ?? '0');

const root = join(import.meta.dirname, '../../..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
if (git('status', '--porcelain')) fail('Commit first, because results are stored by commit.');
const folder = join(root, '.suite-results');
const file = join(folder, `${git('rev-parse', 'HEAD')}.jsonl`);

mkdirSync(folder, { recursive: true });
const before = readRuns().filter((run) => run.busyLoops === busyLoops).length;
for (let count = before + 1; count <= times; count += 1) {
  write(`\nRun ${count} of ${times} with ${busyLoops} busy loops\n`);
  appendFileSync(file, `${JSON.stringify(toStored(await runBesideLoops()))}\n`);
}
const runs = readRuns();
printRuns(runs);
process.exitCode = runs.every(({ isGreen }) => isGreen) ? 0 : 1;

async function runBesideLoops(): Promise<RunResult> {
  const loops = Array.from({ length: busyLoops }, () => new Worker('for (;;);', { eval: true }));
  try {
    const turboArguments = [...checkRun.turboArguments, '--force'];
    const result = await runTasks({ ...checkRun, turboArguments, ...createProgressPrinter(write) });
    printSummary(result, write);
    return result;
  } finally {
    await Promise.all(loops.map((loop) => loop.terminate()));
  }
}

function toStored({ isGreen, wallTimeInMs, tasks, tests }: RunResult): StoredRun {
  const failedTests = tests.filter(({ state }) => state === 'failed').map(({ file, title }) => `${file} ${title}`);
  const failedTasks = tasks.filter(({ exitCode }) => exitCode !== 0).map(({ id }) => id);
  const slowest = tests.toSorted((one, other) => other.durationInMs - one.durationInMs).slice(0, storedSlowest);
  return {
    busyLoops,
    wallTimeInMs,
    isGreen,
    failures: [...failedTasks, ...failedTests],
    tests: slowest.map(({ file, title, durationInMs }) => ({ file, title, durationInMs })),
  };
}

function readRuns(): StoredRun[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as StoredRun);
}

/** Prints failures by test, and the slowest tests by their median over all runs. */
function printRuns(runs: readonly StoredRun[]): void {
  write(`\nAll runs of this commit (${file})\n`);
  for (const [index, { isGreen, wallTimeInMs, busyLoops: loops }] of runs.entries()) {
    const seconds = Math.round(wallTimeInMs / 1000);
    write(`  ${index + 1}: ${isGreen ? 'green' : 'RED'}, ${seconds} s${loops > 0 ? `, ${loops} busy loops` : ''}\n`);
  }
  const failures = Map.groupBy(
    runs.flatMap((run) => run.failures),
    (failure) => failure,
  );
  for (const [failure, { length }] of failures) write(`  failed ${length} times: ${failure}\n`);
  const byTest = Map.groupBy(
    runs.flatMap(({ tests }) => tests),
    ({ file, title }) => `${file} ${title}`,
  );
  const medians = [...byTest].map(([test, all]) => ({
    test,
    seconds: median(all.map((each) => each.durationInMs)) / 1000,
  }));
  write(`The slowest ${shownSlowest}, medians\n`);
  for (const { test, seconds } of medians
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shownSlowest)) {
    write(`  ${seconds.toFixed(1)} s  ${test}\n`);
  }
  write(`${runs.filter(({ isGreen }) => isGreen).length} of ${runs.length} runs green.\n`);
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function readOptions() {
  const options = { times: { type: 'string' }, busy: { type: 'string' }, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`);
  }
}

function wholeNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return fail(`${name} takes a whole number, not ${text}.`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
