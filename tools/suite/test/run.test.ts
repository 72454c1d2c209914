import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test, vi } from 'vitest';
import type { TestResult } from '../src/progress/progress-reporter.ts';
import { printSummary } from '../src/run/print-summary.ts';
import { type RunResult, runTasks } from '../src/run/run-tasks.ts';

const failing: TestResult = {
  package: '@escrow-kit/shop',
  file: 'test/order.test.ts',
  title: 'orders > an order is paid once',
  state: 'failed',
  durationInMs: 1_200,
  command: "pnpm --filter @escrow-kit/shop exec vitest run test/order.test.ts -t 'orders an order is paid once'",
};

function summaryOf(result: Partial<RunResult>): string[] {
  let text = '';
  const empty: RunResult = {
    isGreen: true,
    wallTimeInMs: 83_400,
    tasks: [],
    tests: [],
    messages: [],
    startedServers: [],
  };
  printSummary({ ...empty, ...result }, (part) => {
    text += part;
  });
  return stripVTControlCharacters(text).trimEnd().split('\n');
}

/** Creates a repository with a workspace whose task `good` succeeds and whose task `bad` fails. */
async function createRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-suite-'));
  const files = {
    'package.json': { name: 'example', private: true, packageManager: 'pnpm@12.21.0' },
    'turbo.json': { tasks: { good: {}, bad: {} } },
    'shop/package.json': { name: 'shop', scripts: { good: 'echo fine', bad: 'echo no goods && exit 3' } },
  };
  await mkdir(join(folder, 'shop'));
  await writeFile(join(folder, 'pnpm-workspace.yaml'), 'packages: [shop]\npmOnFail: ignore\n');
  await writeFile(join(folder, '.gitignore'), '.turbo\n');
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
  return folder;
}

test('a run reports each task with its output, and a second run takes unchanged tasks from the cache', async ({
  onTestFinished,
}) => {
  // Set by developers who share turbo's cache between clones.
  vi.stubEnv('TURBO_CACHE_DIR', undefined);
  const cwd = await createRepository();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    return rm(cwd, { recursive: true });
  });
  const options = { cwd, tasks: ['good', 'bad'], turboArguments: ['--continue=always'] };

  const first = await runTasks(options);
  const second = await runTasks(options);

  const outcomes = ({ tasks }: RunResult) => tasks.map(({ id, exitCode, isCached }) => [id, exitCode, isCached]);
  expect([first.isGreen, second.isGreen]).toEqual([false, false]);
  expect(outcomes(first)).toEqual([
    ['shop#bad', 3, false],
    ['shop#good', 0, false],
  ]);
  expect(outcomes(second)).toEqual([
    ['shop#bad', 3, false],
    ['shop#good', 0, true],
  ]);
  expect(first.tasks[0]?.output).toContain('no goods');
});

test('the last lines name the failed test and the command that runs it alone', () => {
  const task = { id: '@escrow-kit/shop#test', isCached: false, durationInMs: 61_000, exitCode: 1, output: ['details'] };

  const lines = summaryOf({ isGreen: false, tasks: [task], tests: [failing] });

  expect(lines).toContain('details');
  expect(lines.slice(-3)).toEqual([
    '0 of 1 tasks passed, 0 from the cache; 0 tests passed, 1 failed; 83 s.',
    'Failed: test/order.test.ts orders > an order is paid once',
    `  ${failing.command}`,
  ]);
});

test('a task that failed without a failed test is listed with its command', () => {
  const task = { id: '//#lint', isCached: false, durationInMs: 2_000, exitCode: 1, output: ['unused import'] };

  const lines = summaryOf({ isGreen: false, tasks: [task] });

  expect(lines.slice(-2)).toEqual(['Failed: //#lint', '  pnpm lint']);
});

test('a run that could not start says why', () => {
  const lines = summaryOf({ isGreen: false, messages: ['Could not find turbo.json.'] });

  expect(lines).toContain('Could not find turbo.json.');
});
