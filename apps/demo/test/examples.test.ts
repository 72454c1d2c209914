import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startPrismMock } from '@escrow-kit/prism-mock';
import { startSandbox } from '@escrow-kit/sandbox';
import { beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
const readmes = { project: 'README.md', client: 'packages/client/README.md' };

/** The chapters with examples in TypeScript; the one about Node 20 runs on Node 20, in the tests of the packed packages. */
const chapters = globSync('docs/guide/*.md', { cwd: repository })
  .map((page) => basename(page, '.md'))
  .filter((name) => name !== 'README' && name !== 'node-20')
  .sort();

/** The programs that the pages make, by name. */
const programs = new Map<string, string>();
let folder: string;

beforeAll(async () => {
  const [mock, sandbox] = await Promise.all([startPrismMock({ port: 0 }), startSandbox()]);
  folder = await mkdtemp(join(import.meta.dirname, '../.readme-'));
  const onFreePorts = (code: string) =>
    code.replaceAll('http://127.0.0.1:4010', mock.url).replaceAll('http://127.0.0.1:4020', sandbox.url);
  for (const [name, page] of Object.entries(readmes)) programs.set(name, onFreePorts(await examplesOf(page)));
  programs.set('open-order', await examplesOf('docs/guide/README.md'));
  for (const name of chapters) programs.set(name, await examplesOf(`docs/guide/${name}.md`));
  for (const [name, code] of programs) await writeFile(join(folder, `${name}.ts`), code);
  return () => Promise.all([mock.close(), sandbox.close(), rm(folder, { recursive: true, force: true })]);
});

/** The TypeScript blocks of a page as one program, in their order. */
async function examplesOf(page: string): Promise<string> {
  const text = await readFile(join(repository, page), 'utf8');
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n');
}

async function runProgram(name: string): Promise<string> {
  return (await run(process.execPath, [`${name}.ts`], { cwd: folder })).stdout;
}

test('the examples of the READMEs and of the guide type-check with the tsconfig.json of the guide', async () => {
  const [, configuration = ''] =
    /```json\n(.*?)```/s.exec(await readFile(join(repository, 'docs/guide/README.md'), 'utf8')) ?? [];
  await writeFile(join(folder, 'tsconfig.json'), configuration);

  const { stdout } = await run('tsc', ['-p', folder, '--checkers', '1']).catch((error) => error);

  expect(stdout).toBe('');
});

test.concurrent.each(Object.keys(readmes))('the examples of the README of the %s run', async (name) => {
  expect(await runProgram(name)).toMatch(/^registered as \d+\n/);
});

test.concurrent.each(chapters)('the examples of the chapter %s run, and print what stands there', async (name) => {
  const code = programs.get(name) ?? '';
  const printed = [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, text]) => text);

  const output = await runProgram(name);

  if (code.includes("from 'node:test'")) expect(output).toMatch(/\bpass [1-9]/);
  else expect(output.trimEnd().split('\n')).toEqual(printed);
});
