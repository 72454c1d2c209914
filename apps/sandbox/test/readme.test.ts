import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { defaultCredentials, startSandbox } from '../src/index.ts';

const run = promisify(execFile);
const root = `${import.meta.dirname}/..`;
const readme = await readFile(`${root}/README.md`, 'utf8');
const examples = [...readme.matchAll(/```ts\n(.+?)```/gs)].map(([, code = '']) => code);
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(root, '.readme-'));
  program = join(folder, 'example.ts');
  await writeFile(program, examples.join('\n'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the examples type-check', async () => {
  const configuration = { extends: '../tsconfig.json', include: ['example.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));

  const { stdout } = await run('tsc', ['-p', folder, '--checkers', '1']).catch((error) => error);

  expect(stdout).toBe('');
});

test('the examples run, and print what the README says', async () => {
  const { stdout } = await run(process.execPath, [program]);

  expect(stdout).toBe('COMPLETED\n0\n');
});

test('the example of @escrow-kit/sandbox-control creates a tenant in a sandbox in another process', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const page = await readFile(`${root}/../../packages/sandbox-control/README.md`, 'utf8');
  const [, example = ''] = /```ts\n(.+?)```/s.exec(page) ?? [];
  const file = join(folder, 'control.ts');
  await writeFile(file, example.replace('http://127.0.0.1:4020', sandbox.url));

  const { stdout } = await run(process.execPath, [file]);

  expect(stdout).toMatch(/^client-\S+\n$/);
});

test('the README and the sandbox agree about the credentials', () => {
  const { tokens, ...others } = defaultCredentials;

  const listed = [...readme.matchAll(/^- [\w ]+: `([\w-]+)`$/gm)].map(([, value]) => value);

  expect(listed.toSorted()).toEqual([...Object.values(tokens), ...Object.values(others)].toSorted());
});

test('the README lists every option of the command with its environment variable', async () => {
  const { stdout, stderr } = await run(process.execPath, [`${root}/src/command.ts`, '--help']);
  const help = stdout.replaceAll(/\s+/g, ' ');

  const shown = [...help.matchAll(/ (--[a-z-]+) (?:(?! --).)*?env: ([A-Z_]+)/g)].map(([, flag, twin]) => [flag, twin]);
  const listed = [...readme.matchAll(/^\| `(--[a-z-]+)[ A-Z]*` +\| `([A-Z_]+)`/gm)].map(([, flag, twin]) => [
    flag,
    twin,
  ]);

  expect(stderr).toBe('');
  expect(shown).toContainEqual(['--database-url', 'SANDBOX_DATABASE_URL']);
  expect(listed).toEqual(shown);
});
