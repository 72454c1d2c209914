import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPrismMock } from '@escrow-kit/prism-mock';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
let mock: Awaited<ReturnType<typeof startPrismMock>>;
let folder: string;

beforeAll(async () => {
  mock = await startPrismMock({ port: 0 });
  folder = await mkdtemp(join(packageFolder, '.readme-'));
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

async function writeProgram(name: string, page: string): Promise<string> {
  const file = join(folder, `${name}.ts`);
  await writeFile(file, await programOf(page));
  return file;
}

test.each([
  ['the project', '../../../README.md'],
  ['the client', '../../../packages/client/README.md'],
])('the examples of the README of %s type-check and run', async (title, page) => {
  const program = await writeProgram(title.replace(' ', '-'), page);
  const tsconfig = join(folder, 'tsconfig.json');
  await writeFile(
    tsconfig,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions: { noUnusedLocals: false },
      include: [program],
    }),
  );

  const checked = await run('tsc', ['-p', tsconfig]).catch((error) => ({ stdout: error.stdout }));
  const { stdout } = await run(process.execPath, [program], { cwd: folder });

  expect(checked.stdout).toBe('');
  expect(stdout).toContain('registered as 1001');
});
