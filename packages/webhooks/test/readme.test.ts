import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEngineExamples, readExamples } from './support/guide-examples.ts';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const guide = fileURLToPath(new URL('../../../docs/guide', import.meta.url));

/** The chapters of the guide about this package. */
const chapters = globSync('webhooks-*.md', { cwd: guide }).map((page) => basename(page, '.md'));

let folder: string;
/** The examples of a page as a program, by the name of the page. */
const programs = new Map<string, string>();

/** Added after the examples: waits for the handlers, and ends although servers are running. */
const ending = `
for (let counts = await inbox.counts(); counts.pending + counts.processing > 0; counts = await inbox.counts()) {
  await new Promise((resolve) => setImmediate(resolve));
}
process.exit();
`;

beforeAll(async () => {
  folder = await mkdtemp(join(packageFolder, '.readme-'));
  programs.set('README', onFreePort(await examplesOf(join(packageFolder, 'README.md'))) + ending);
  for (const name of chapters) {
    programs.set(name, `${await examplesOf(join(guide, `${name}.md`))}\nprocess.exit();\n`);
  }
  for (const [name, code] of programs) {
    await mkdir(join(folder, name));
    await writeFile(programOf(name), code);
  }
  // They need servers: `own-engine.soak.ts` runs them.
  await mkdir(join(folder, 'own-engine'));
  for (const [file, code] of await readEngineExamples()) await writeFile(join(folder, 'own-engine', file), code);
});

const programOf = (name: string) => join(folder, name, 'example.ts');

/** The TypeScript blocks of a page as one program, in their order. */
const examplesOf = async (page: string): Promise<string> => (await readExamples(page)).join('\n');

/** Runs the examples of a page in a folder of their own. */
const runExamples = (name: string) => run(process.execPath, [programOf(name)], { cwd: join(folder, name) });

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

test('the examples of the README run', async () => {
  const { stdout, stderr } = await runExamples('README');

  expect(stdout).toBe('milestone-1 is paid: deliver\n');
  expect(stderr).toBe('');
});

test.each(chapters)('the examples of the chapter %s run, and print what the page says', async (name) => {
  const printed = [...(programs.get(name) ?? '').matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, text]) => text);

  const { stdout, stderr } = await runExamples(name);

  expect(stdout.split('\n').filter((line) => line !== '')).toEqual(printed);
  expect(stderr).toBe('');
});
