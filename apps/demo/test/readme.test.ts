import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPrismMock } from '@escrow-kit/prism-mock';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const pages = {
  'the project': '../../../README.md',
  'the client': '../../../packages/client/README.md',
};
const programs = new Map<string, string>();
let mock: Awaited<ReturnType<typeof startPrismMock>>;
let folder: string;

beforeAll(async () => {
  mock = await startPrismMock({ port: 0 });
  folder = await mkdtemp(join(packageFolder, '.readme-'));
  for (const [name, page] of Object.entries(pages)) {
    const program = join(folder, `${name.replace(' ', '-')}.ts`);
    await writeFile(program, await programOf(page));
    programs.set(name, program);
  }
});

afterAll(async () => {
  await mock?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The TypeScript blocks of a page as one program, in their order, talking to a mock on a port of its own. */
async function programOf(page: string): Promise<string> {
  const text = await readFile(new URL(page, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]);
  return blocks.join('\n').replaceAll('http://127.0.0.1:4010', mock.url);
}

test('the examples of the READMEs type-check', async () => {
  const tsconfig = join(folder, 'tsconfig.json');
  const compilerOptions = { noUnusedLocals: false };
  const include = [...programs.values()];
  await writeFile(tsconfig, JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include }));

  const { stdout } = await run('tsc', ['-p', tsconfig, '--checkers', '1']).catch((error) => error);

  expect(stdout).toBe('');
});

test.each(Object.keys(pages))('the examples of the README of %s run', async (name) => {
  const { stdout } = await run(process.execPath, [programs.get(name) ?? ''], { cwd: folder });

  expect(stdout).toContain('registered as 1001');
});
