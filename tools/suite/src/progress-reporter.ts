import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** The variable that names a folder for results, one file a package. */
export const resultsVariable = 'ESCROW_TEST_RESULTS';

/** A test as a results file has it. */
export interface TestResult {
  package: string;
  /** Relative to the package. */
  file: string;
  title: string;
  state: 'passed' | 'failed' | 'skipped';
  durationInMs: number;
  /** Runs it alone, from the root. */
  command: string;
}

/** How often a line of progress is printed at most. */
const intervalInMs = 5_000;

/** Prints how far the tests of a package are, and each failure as it comes with the command that runs it alone. */
export class ProgressReporter implements Reporter {
  #print: (line: string) => void = () => {};
  #packageName = '';
  #startedAt = 0;
  #printedAt = 0;
  #fileCount = 0;
  #doneFiles = 0;
  #results: TestResult[] = [];

  onInit({ config, logger }: Vitest): void {
    this.#print = (line) => logger.log(`progress: ${line}`);
    this.#packageName = JSON.parse(readFileSync(join(config.root, 'package.json'), 'utf8')).name;
    if (config.sequence.shuffle) this.#print(`in random order, --sequence.seed=${config.sequence.seed}`);
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#startedAt = this.#printedAt = Date.now();
    this.#fileCount = specifications.length;
    this.#doneFiles = 0;
    this.#results = [];
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const isDone = state === 'passed' || state === 'failed';
    this.#add(test.module, {
      title: test.fullName,
      state: isDone ? state : 'skipped',
      durationInMs: Math.round(test.diagnostic()?.duration ?? 0),
    });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#doneFiles += 1;
    const hasFailedTest = this.#results.some(
      ({ file, state }) => file === module.relativeModuleId && state === 'failed',
    );
    // A hook failed, or the file could not be loaded.
    if (!module.ok() && !hasFailedTest) this.#add(module, { title: '', state: 'failed', durationInMs: 0 });
    if (Date.now() - this.#printedAt >= intervalInMs) this.#printProgress();
  }

  onTestRunEnd(): void {
    this.#printProgress();
    const folder = process.env[resultsVariable];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${basename(this.#packageName)}.json`), JSON.stringify(this.#results));
  }

  #add({ relativeModuleId: file }: TestModule, test: Pick<TestResult, 'title' | 'state' | 'durationInMs'>): void {
    // A pattern: what may mean something in one, or to a shell, stands for any character.
    const pattern = test.title.replaceAll(' > ', ' ').replaceAll(/[^\w ,:;-]/g, '.');
    const command = `pnpm --filter ${this.#packageName} exec vitest run ${file}${pattern && ` -t '${pattern}'`}`;
    this.#results.push({ package: this.#packageName, file, ...test, command });
    if (test.state === 'failed') this.#print(`failed: ${file} ${test.title}\n  alone: ${command}`);
  }

  #printProgress(): void {
    this.#printedAt = Date.now();
    const failed = this.#results.filter(({ state }) => state === 'failed').length;
    const seconds = Math.round((this.#printedAt - this.#startedAt) / 1000);
    const files = `${this.#doneFiles} of ${this.#fileCount} files`;
    this.#print(`${files}, ${this.#results.length} tests, ${failed} failed, ${seconds} s`);
  }
}
