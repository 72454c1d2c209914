import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createSandboxProgram } from '../src/command-options.ts';
import { defaultCredentials, startSandbox } from '../src/index.ts';

const run = promisify(execFile);
const root = `${import.meta.dirname}/..`;
const readme = await readFile(`${root}/README.md`, 'utf8');

test('the example of @escrow-kit/sandbox-control creates a tenant in a sandbox in another process', async () => {
  const sandbox = await startSandbox();
  const folder = await mkdtemp(join(root, '.readme-'));
  onTestFinished(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true });
  });
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

test('the README lists every option of the command with its environment variable', () => {
  const help = createSandboxProgram(async () => {})
    .helpInformation()
    .replaceAll(/\s+/g, ' ');

  const shown = [...help.matchAll(/ (--[a-z-]+) (?:(?! --).)*?env: ([A-Z_]+)/g)].map(([, flag, twin]) => [flag, twin]);
  const listed = [...readme.matchAll(/^\| `(--[a-z-]+)[ A-Z]*` +\| `([A-Z_]+)`/gm)].map(([, flag, twin]) => [
    flag,
    twin,
  ]);

  expect(shown).toContainEqual(['--data', 'SANDBOX_DATA']);
  expect(listed).toEqual(shown);
});
