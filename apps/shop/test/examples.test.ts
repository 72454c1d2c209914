import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '@escrow-kit/sandbox';
import { isSoak } from '@escrow-kit/tools';
import { beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');

/** The READMEs with TypeScript examples. */
const readmes: Record<string, string> = {
  project: 'README.md',
  client: 'packages/client/README.md',
  webhooks: 'packages/webhooks/README.md',
  control: 'packages/sandbox-control/README.md',
  'sandbox-package': 'apps/sandbox/README.md',
  mock: 'apps/prism-mock/README.md',
  contracts: 'packages/contract-tests/README.md',
  checkout: 'packages/checkout/README.md',
};

/** The output that is not beside its `console.log`. */
const outputs: Record<string, RegExp> = {
  project: /^registered as \d+\n$/,
  client: /^registered as \d+\n$/,
  webhooks: /^milestone-1 is paid: deliver\n$/,
  control: /^client-\S+\n$/,
  mock: /^200 \{/,
};

/** The chapter whose examples are tests. */
const testChapter = 'test-your-endpoint';

/** Chapters whose programs others run: the trial of packing, the contract tests, nobody those of an engine. */
const elsewhere = ['README', 'going-live', 'pacts', 'own-engine', 'other-languages'];

const chapters = globSync('docs/guide/*.md', { cwd: repository })
  .map((page) => basename(page, '.md'))
  .filter((name) => !elsewhere.includes(name) && name !== testChapter)
  .sort();

const names = [...Object.keys(readmes), ...chapters, testChapter];
/** The tests of checkout run its example in a browser. Prism and Pact's verifier take seconds to start. */
const notRun = isSoak ? ['checkout'] : ['checkout', 'mock', 'contracts'];
/** The chapter of tests comes last: the process ends with its tests. */
const running = names.filter((name) => !notRun.includes(name));

/** The programs from the pages, by name. */
const programs = new Map<string, string>();
let folder: string;

beforeAll(async () => {
  const sandbox = await startSandbox();
  // Beside the tests, where the packages resolve.
  folder = await mkdtemp(join(import.meta.dirname, '../.readme-'));
  const openOrder = await examplesOf('docs/guide/README.md');
  for (const name of names) {
    const code = await examplesOf(readmes[name] ?? `docs/guide/${name}.md`);
    programs.set(name, withFreePorts(code, sandbox.url));
    // Each has its own folder, because each has its own order and its own files.
    await mkdir(join(folder, name));
    const files = {
      'open-order.ts': openOrder,
      'example.ts': `${programs.get(name)}${name === 'webhooks' ? ending : ''}`,
    };
    for (const [file, text] of Object.entries(files)) {
      await writeFile(join(folder, name, file), text);
    }
  }
  return () => Promise.all([sandbox.close(), rm(folder, { recursive: true, force: true })]);
});

/** Joins the TypeScript blocks of a page into one program. */
async function examplesOf(page: string): Promise<string> {
  const text = await readFile(join(repository, page), 'utf8');
  return Array.from(text.matchAll(/```ts\n(.*?)```/gs), ([, code]) => code).join('\n');
}

/** The sandbox that a page expects on its default port, and the server that it starts on 3000. */
function withFreePorts(code: string, sandboxUrl: string): string {
  return code
    .replaceAll('http://127.0.0.1:4020', sandboxUrl)
    .replace('.listen(3000)', '.listen(0)')
    .replace("'http://127.0.0.1:3000/'", "'http://127.0.0.1:' + (server.address() as { port: number }).port");
}

/** Waits for the handlers of the receiver, which the README starts. */
const ending = `
for (let counts = await inbox.counts(); counts.pending + counts.processing > 0; counts = await inbox.counts()) {
  await new Promise((resolve) => setImmediate(resolve));
}
`;

/**
 * Runs the programs one after another in one process, because loading the packages is slow. Returns the output of each, and the names
 * of the tests that they define and that passed; rejects if one fails.
 */
async function runPrograms(): Promise<{ outputs: Map<string, string>; passedTests: string[] }> {
  const imports = running.map((name) => {
    const place = JSON.stringify(join(folder, name));
    return `process.chdir(${place});\nconsole.log('<${name}>');\nawait import(${place} + '/example.ts');`;
  });
  await writeFile(join(folder, 'run-all.ts'), [...imports, "console.log('<end>');"].join('\n'));
  const { stdout } = await run(process.execPath, ['--test-force-exit', join(folder, 'run-all.ts')]);
  const programLines = stdout.replaceAll(/^✔ .*\n/gm, '').matchAll(/^<(.+)>\n([^<]*)/gm);
  return {
    outputs: new Map(Array.from(programLines, ([, name = '', output = '']) => [name, output])),
    passedTests: Array.from(stdout.matchAll(/^✔ (.*) \(.*\)$/gm), ([, name = '']) => name),
  };
}

test('the examples of the READMEs and of the guide type-check with the tsconfig.json of the guide', async () => {
  const guide = await readFile(join(repository, 'docs/guide/README.md'), 'utf8');
  const [, configuration = ''] = /```json\n(.*?)```/s.exec(guide) ?? [];
  await writeFile(join(folder, 'tsconfig.json'), configuration);

  const { stdout } = await run('tsc', ['-p', folder, '--checkers', '1']).catch((error) => error);

  expect(stdout).toBe('');
});

describe('the examples run', () => {
  let ran: Awaited<ReturnType<typeof runPrograms>>;
  beforeAll(async () => {
    ran = await runPrograms();
  });

  test.each(running.filter((name) => name !== testChapter))('of %s, and print what the page says', (name) => {
    const comments = programs.get(name)?.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm) ?? [];
    const printed = Array.from(comments, ([, text]) => `${text}\n`).join('');

    expect(ran.outputs.get(name)).toEqual(outputs[name] ? expect.stringMatching(outputs[name]) : printed);
  });

  test(`of ${testChapter}, and pass`, () => {
    expect(ran.passedTests).toContain('an order is paid once, though its event was lost at first and then came twice');
  });
});
