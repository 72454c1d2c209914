import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of the repository. */
export const repository: string = join(import.meta.dirname, '../../..');

/** The TypeScript blocks of a page, in their order. */
export async function exampleBlocks(page: string): Promise<string[]> {
  const text = await readFile(join(repository, page), 'utf8');
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
}

/** What type checks say of all programs in a folder; nothing where they are without a fault. */
export async function typeCheck(folder: string): Promise<string> {
  const tsconfig = join(folder, 'tsconfig.json');
  const configuration = {
    extends: '../tsconfig.json',
    compilerOptions: { noUnusedLocals: false },
    include: ['*.ts'],
  };
  await writeFile(tsconfig, JSON.stringify(configuration));
  const { stdout } = await run('tsc', ['-p', tsconfig, '--checkers', '1']).catch((error) => error);
  return stdout;
}

/** Runs a program in its folder, and gives what it printed. */
export async function runProgram(folder: string, program: string): Promise<string> {
  return (await run(process.execPath, [program], { cwd: folder })).stdout;
}
