import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isSoak } from '@escrow-kit/suite';
import { testCommandLine } from '@escrow-kit/suite/command-line';
import { expect, onTestFinished, test } from 'vitest';
import { runShopWithSandbox } from '../src/run-shop-with-sandbox.ts';

/** The permission bits of a file, such as 0o600. */
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

const command = fileURLToPath(new URL('../src/start-with-sandbox.ts', import.meta.url));

const runs: string[][] = [[], ...(isSoak ? [['--postgres']] : [])];
const named = runs.map((flags) => ({ flags, line: ['npm run shop', ...flags].join(' ') }));

/** Starts the command on free ports, and returns what it prints until it is ready. */
async function start(flags: string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [command, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  onTestFinished(() => void child.kill());
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Ctrl-C')) break;
  }
  return { child, lines };
}

test.each(named)('$line prints the addresses of shop and sandbox, and stops both', async ({ flags }) => {
  const { child, lines } = await start(flags);
  const urls = lines.flatMap((line) => line.match(/(?<=^The (?:shop|sandbox): +)http\S+/) ?? []);
  const [shop = '', sandbox = ''] = urls;
  const answers = await Promise.all([`${shop}/`, `${sandbox}/_sandbox/health`].map((url) => fetch(url)));
  const shelf = await answers[0]?.text();

  child.kill('SIGINT');
  const [code] = await once(child, 'exit');

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(code).toBe(0);
  expect(shelf?.match(/<li class="card">/g)).toHaveLength(3);
  await expect(fetch(shop)).rejects.toThrow();
  await expect(fetch(sandbox)).rejects.toThrow();
});

test("the printed password opens the operator's page, only the owner can open the files, and a kill leaves none", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { child, lines } = await start(['--empty'], { TMPDIR: folder });
  const [, url = '', password = ''] = /(http\S+) \(user operator, password (\S+)\)/.exec(lines.join('\n')) ?? [];
  const open = async (secret: string) =>
    (await fetch(url, { headers: { authorization: `Basic ${btoa(`operator:${secret}`)}` } })).status;
  const foldersLeft = async () => (await readdir(folder)).filter((name) => name.startsWith('escrow-shop-'));

  const answers = [await open('operator'), await open(password)];
  const [shopFolder = ''] = await foldersLeft();
  const shelf = await (await fetch(new URL('/', url))).text();
  const files = ['', 'shop.db', 'shop.db-wal', 'shop.db-shm'];
  const modes = await Promise.all(files.map((file) => modeOf(join(folder, shopFolder, file))));
  child.kill('SIGKILL');

  expect(answers).toEqual([401, 200]);
  expect(shelf).toContain('No items yet.');
  expect(password).toMatch(/^[\w-]{16,}$/);
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  await expect.poll(foldersLeft, { timeout: 5_000 }).toEqual([]);
});

testCommandLine({
  run: runShopWithSandbox,
  name: 'npm run shop --',
  helps: [[]],
  misspelt: [[['--postgre'], '--postgres']],
  refused: [
    [['--port', '65536'], 'Give a whole number from 0 to 65535.'],
    [['4030'], 'too many arguments'],
  ],
});
