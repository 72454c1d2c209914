import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { inboxKinds } from './inbox/support/inbox-kinds.ts';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
let program: string;

/** What follows the examples: it waits for the handlers, and ends in spite of the servers. */
const ending = `
for (let counts = await inbox.counts(); counts.pending + counts.processing > 0; counts = await inbox.counts()) {
  await new Promise((resolve) => setImmediate(resolve));
}
process.exit();
`;

beforeAll(async () => {
  folder = await mkdtemp(join(packageFolder, '.readme-'));
  program = join(folder, 'readme.ts');
  const page = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  await writeFile(program, onFreePort(blocks.join('\n')) + ending);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The examples listen on their own port: 3000 may be in use. */
function onFreePort(code: string): string {
  const address = "'http://127.0.0.1:' + (server.address() as { port: number }).port";
  return code.replace('.listen(3000)', '.listen(0)').replace("'http://127.0.0.1:3000/'", address);
}

test('the README, the entry points and the tests have the same kinds of inbox', async () => {
  const page = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const entryPoints = inboxKinds.map(({ entryPoint }) => entryPoint);

  expect(Array.from(page.matchAll(/^\| `create\w+Inbox`, `(\S+)`/gm), ([, path]) => path).toSorted()).toEqual(
    entryPoints.toSorted(),
  );
  expect(
    Object.entries(manifest.exports)
      .filter(([, source]) => source.includes('-inbox/'))
      .map(([path]) => path)
      .toSorted(),
  ).toEqual(entryPoints.toSorted());
});

test('the examples of the README type-check', async () => {
  const tsconfig = join(folder, 'tsconfig.json');
  const compilerOptions = { noUnusedLocals: false };
  await writeFile(tsconfig, JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include: [program] }));

  const { stdout } = await run('tsc', ['-p', tsconfig, '--checkers', '1']).catch((error) => error);

  expect(stdout).toBe('');
});

test('the examples of the README run', async () => {
  const { stdout, stderr } = await run(process.execPath, [program], { cwd: folder });

  expect(stdout).toContain('milestone-1 is paid: deliver');
  expect(stdout).toContain('PAID 0');
  expect(stdout).toContain('200 200 1');
  expect(stdout).toContain('milestone-9: PAID never came');
  expect(stderr).toBe('');
});
