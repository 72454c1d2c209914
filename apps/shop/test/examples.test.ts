import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '@escrow-kit/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
const readmes = { project: 'README.md', client: 'packages/client/README.md', sandbox: 'apps/sandbox/README.md' };

/** What each prints. */
const printedBy: Record<keyof typeof readmes, RegExp> = {
  project: /^registered as \d+\n/,
  client: /^registered as \d+\n/,
  sandbox: /^COMPLETED\n0\n$/,
};

/** The chapter whose examples are tests. */
const testChapter = 'test-your-endpoint';

/** The other chapters with TypeScript examples. Tests of the packed packages run those about going live, those of the contract tests the pacts. */
const chapters = globSync('docs/guide/*.md', { cwd: repository })
  .map((page) => basename(page, '.md'))
  .filter((name) => !['README', 'going-live', 'pacts', testChapter].includes(name))
  // The tests of `packages/webhooks` run these, with the servers that they need.
  .filter((name) => !name.startsWith('webhooks-') && !['own-engine', 'other-languages'].includes(name))
  .sort();

/** The programs from the pages, by name. */
const programs = new Map<string, string>();
let folder: string;

beforeAll(async () => {
  const sandbox = await startSandbox();
  folder = await mkdtemp(join(import.meta.dirname, '../.readme-'));
  const onFreePort = (code: string) => code.replaceAll('http://127.0.0.1:4020', sandbox.url);
  for (const [name, page] of Object.entries(readmes)) programs.set(name, onFreePort(await examplesOf(page)));
  const openOrder = await examplesOf('docs/guide/README.md');
  for (const name of [...chapters, testChapter]) {
    programs.set(name, onFreePort(await examplesOf(`docs/guide/${name}.md`)));
  }
  for (const [name, code] of programs) {
    // Each has its own folder, because each has its own order.
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'open-order.ts'), openOrder);
    await writeFile(fileOf(name), code);
  }
  return () => Promise.all([sandbox.close(), rm(folder, { recursive: true, force: true })]);
});

const fileOf = (name: string) => join(folder, name, 'example.ts');

/** Joins the TypeScript blocks of a page into one program. */
async function examplesOf(page: string): Promise<string> {
  const text = await readFile(join(repository, page), 'utf8');
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n');
}

/**
 * Runs programs one after another in one process, because loading the packages is slow. Returns the output of each, and the names of
 * the tests that they define and that passed; rejects if one fails.
 */
async function runPrograms(names: string[]): Promise<{ outputs: Map<string, string>; passedTests: string[] }> {
  const imports = names.map((name) => `console.log('<${name}>');\nawait import('./${name}/example.ts');`);
  // The summary of Node's test runner at the end belongs to no program.
  imports.push("console.log('<end>');");
  await writeFile(join(folder, 'run-all.ts'), imports.join('\n'));
  const { stdout } = await run(process.execPath, ['run-all.ts'], { cwd: folder });
  const programLines = stdout.replaceAll(/^✔ .*\n/gm, '').matchAll(/^<(.+)>\n([^<]*)/gm);
  return {
    outputs: new Map(Array.from(programLines, ([, name = '', output = '']) => [name, output])),
    passedTests: Array.from(stdout.matchAll(/^✔ (.*) \(.*\)$/gm), ([, name = '']) => name),
  };
}

test('the examples of the READMEs and of the guide type-check with the tsconfig.json of the guide', async () => {
  const [, configuration = ''] =
    /```json\n(.*?)```/s.exec(await readFile(join(repository, 'docs/guide/README.md'), 'utf8')) ?? [];
  await writeFile(join(folder, 'tsconfig.json'), configuration);

  const { stdout } = await run('tsc', ['-p', folder, '--checkers', '1']).catch((error) => error);

  expect(stdout).toBe('');
});

describe('the examples run', () => {
  let outputs: Map<string, string>;
  let passedTests: string[];
  beforeAll(async () => {
    ({ outputs, passedTests } = await runPrograms([...Object.keys(readmes), ...chapters, testChapter]));
  });

  test.each(Object.entries(printedBy))('of the README of the %s', (name, printed) => {
    expect(outputs.get(name)).toMatch(printed);
  });

  test.each(chapters)('of the chapter %s, and print the documented output', (name) => {
    const printed = [...(programs.get(name) ?? '').matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(
      ([, text]) => text,
    );

    expect(outputs.get(name)?.trimEnd().split('\n')).toEqual(printed);
  });

  test('of the chapter about tests, and pass', () => {
    expect(passedTests).toContain('an order is paid once, though its event was lost at first and then came twice');
  });
});
