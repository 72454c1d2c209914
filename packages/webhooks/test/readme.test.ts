import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const guide = fileURLToPath(new URL('../../../docs/guide', import.meta.url));

/** The chapters of the guide about this package. */
const chapters = globSync('webhooks-*.md', { cwd: guide }).map((page) => basename(page, '.md'));

let folder: string;
/** The examples of a page as a program, by the name of the page. */
const programs = new Map<string, string>();

/** Added after the examples of the README: waits for the handlers. */
const ending = `
for (let counts = await inbox.counts(); counts.pending + counts.processing > 0; counts = await inbox.counts()) {
  await new Promise((resolve) => setImmediate(resolve));
}
`;

beforeAll(async () => {
  folder = await mkdtemp(join(packageFolder, '.readme-'));
  programs.set('README', onFreePort(await examplesOf(join(packageFolder, 'README.md'))) + ending);
  for (const name of chapters) {
    programs.set(name, await examplesOf(join(guide, `${name}.md`)));
  }
  for (const [name, code] of programs) {
    await mkdir(join(folder, name));
    await writeFile(programOf(name), code);
  }
});

const programOf = (name: string) => join(folder, name, 'example.ts');

/** The TypeScript blocks of a page as one program, in their order. */
async function examplesOf(page: string): Promise<string> {
  const text = await readFile(page, 'utf8');
  return Array.from(text.matchAll(/```ts\n(.*?)```/gs), ([, code]) => code).join('\n');
}

/**
 * Runs the programs one after another in one process, because loading the package is most of the work, each in a folder of its own.
 * Ends although servers are running. Resolves with what each printed.
 */
async function runPrograms(): Promise<{ outputs: Map<string, string>; errors: string }> {
  const lines = [...programs.keys()].map(
    (name) => `process.chdir('${join(folder, name)}');\nconsole.log('<${name}>');\nawait import('${programOf(name)}');`,
  );
  const file = join(folder, 'run-all.ts');
  await writeFile(file, [...lines, 'process.exit();'].join('\n'));
  const { stdout, stderr } = await run(process.execPath, [file]);
  const outputs = stdout.matchAll(/^<(.+)>\n([^<]*)/gm);
  return { outputs: new Map(Array.from(outputs, ([, name = '', output = '']) => [name, output])), errors: stderr };
}

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The examples listen on their own port: 3000 may be in use. */
function onFreePort(code: string): string {
  const address = "'http://127.0.0.1:' + (server.address() as { port: number }).port";
  return code.replace('.listen(3000)', '.listen(0)').replace("'http://127.0.0.1:3000/'", address);
}

test('the examples of the README and of the chapters type-check', async () => {
  const tsconfig = join(folder, 'tsconfig.json');
  const compilerOptions = { noUnusedLocals: false };
  await writeFile(tsconfig, JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include: ['*/*.ts'] }));

  const { stdout } = await run('tsc', ['-p', tsconfig, '--checkers', '1']).catch((error) => error);

  expect(stdout).toBe('');
});

test('the examples of the README and of the chapters run, and print what the page says', async () => {
  const { outputs, errors } = await runPrograms();

  const printed = Array.from(programs, ([name, code]) => [name, printedBy(code)]);
  expect(Object.fromEntries(outputs)).toEqual({
    ...Object.fromEntries(printed),
    README: 'milestone-1 is paid: deliver\n',
  });
  expect(errors).toBe('');
});

/** What a program prints, according to the comments beside its `console.log`. */
const printedBy = (code: string): string =>
  Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm), ([, text]) => `${text}\n`).join('');
