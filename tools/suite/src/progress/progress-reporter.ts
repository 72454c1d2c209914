import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestAnnotation } from 'vitest';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import '../context/provided-context.ts';

/** The variable with the folder for results, one file for each package. */
export const resultsVariable = 'ESCROW_TEST_RESULTS';

/** A test in a results file. */
export interface TestResult {
  package: string;
  /** Relative to the package. */
  file: string;
  title: string;
  state: 'passed' | 'failed' | 'skipped';
  durationInMs: number;
  /** The command that runs only this test, from the root. */
  command: string;
}

/** The prefix of a progress line. */
export const progressPrefix = 'progress: ';

const intervalInMs = 10_000;

/**
 * Prints the progress of a package's tests, slow tests, annotations, and each failure as it happens. A run that starts resets all
 * counts; until it ends, progress is printed every ten seconds; at its end, the results file is written.
 */
export class ProgressReporter implements Reporter {
  #print: (line: string) => void = () => {};
  #packageName = '';
  /** The arguments of vitest, without files. */
  #mode = '';
  #startedAt = 0;
  #fileCount = 0;
  #doneFiles = 0;
  #results: TestResult[] = [];
  /** The start time of each running test. */
  #running = new Map<TestCase, number>();
  #timer: NodeJS.Timeout | undefined;

  onInit({ config, logger }: Vitest): void {
    this.#print = (line) => logger.log(progressPrefix + line);
    this.#packageName = JSON.parse(readFileSync(join(config.root, 'package.json'), 'utf8')).name;
    if (config.provide?.isSoak) this.#mode = ` --mode soak --sequence.seed=${config.sequence.seed}`;
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#startedAt = Date.now();
    this.#fileCount = specifications.length;
    this.#doneFiles = 0;
    this.#results = [];
    this.#timer = setInterval(() => this.#printProgress(), intervalInMs).unref();
  }

  onTestCaseReady(test: TestCase): void {
    // Vitest may report a test as ready after it has ended.
    if (test.result().state === 'pending') this.#running.set(test, Date.now());
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test);
    const { state } = test.result();
    const isDone = state === 'passed' || state === 'failed';
    this.#add(test.module, {
      title: test.fullName,
      state: isDone ? state : 'skipped',
      durationInMs: Math.round(test.diagnostic()?.duration ?? 0),
    });
  }

  /** Prints a figure that a test measures but does not check. */
  onTestCaseAnnotate({ module }: TestCase, { message }: TestAnnotation): void {
    this.#print(`${module.relativeModuleId}: ${message}`);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#doneFiles += 1;
    const hasFailedTest = this.#results.some(
      ({ file, state }) => file === module.relativeModuleId && state === 'failed',
    );
    // A hook failed, or the file could not be loaded.
    if (!module.ok() && !hasFailedTest) this.#add(module, { title: '', state: 'failed', durationInMs: 0 });
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#printProgress();
    const folder = process.env[resultsVariable];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${basename(this.#packageName)}.json`), JSON.stringify(this.#results));
  }

  #add({ relativeModuleId: file }: TestModule, test: Pick<TestResult, 'title' | 'state' | 'durationInMs'>): void {
    // A dot replaces every character that is special in a pattern or a shell.
    const pattern = test.title.replaceAll(' > ', ' ').replaceAll(/[^\w ,:;-]/g, '.');
    const command = `pnpm --filter ${this.#packageName} exec vitest run${this.#mode} ${file}${pattern && ` -t '${pattern}'`}`;
    this.#results.push({ package: this.#packageName, file, ...test, command });
    if (test.state === 'failed') this.#print(`failed: ${file} ${test.title}`);
  }

  #printProgress(): void {
    const failed = this.#results.filter(({ state }) => state === 'failed').length;
    const files = `${this.#doneFiles} of ${this.#fileCount} files`;
    const slow = [...this.#running].filter(([, startedAt]) => Date.now() - startedAt > intervalInMs);
    const running = slow.map(([{ module, name }]) => `; still runs: ${module.relativeModuleId}: ${name}`).join('');
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    this.#print(`${files}, ${this.#results.length} tests, ${failed} failed, ${seconds} s${running}`);
  }
}
