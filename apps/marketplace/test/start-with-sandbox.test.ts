import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isSoak } from '@escrow-kit/suite';
import { expect, onTestFinished, test } from 'vitest';

const command = fileURLToPath(new URL('../src/start-with-sandbox.ts', import.meta.url));

const runs: string[][] = [[], ...(isSoak ? [['--postgres']] : [])];
const named = runs.map((flags) => ({ flags, line: ['npm run shop', ...flags].join(' ') }));

test.each(named)('$line prints both addresses, and ends both', async ({ flags }) => {
  const child = spawn(process.execPath, [command, '--port', '0', '--sandbox-port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const urls: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    urls.push(...(line.match(/(?<=^The (shop|sandbox): +)http\S+/) ?? []).slice(0, 1));
    if (line.startsWith('Ctrl-C')) break;
  }
  const [shop = '', sandbox = ''] = urls;
  const answers = await Promise.all([`${shop}/`, `${sandbox}/_sandbox/health`].map((url) => fetch(url)));

  child.kill('SIGINT');
  const [code] = await once(child, 'exit');

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(code).toBe(0);
  await expect(fetch(shop)).rejects.toThrow();
  await expect(fetch(sandbox)).rejects.toThrow();
});

test.each([
  ['--port', ['--sandbox-port', '0']],
  ['--sandbox-port', ['--port', '0']],
])('a port that is taken is reported with the option %s, which chooses another', async (option, others) => {
  const server = createServer().listen(0, option === '--port' ? undefined : '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const { status, stderr } = spawnSync(process.execPath, [command, option, String(port), ...others], {
    encoding: 'utf8',
  });

  expect(stderr).toBe(`Port ${port} is taken. Stop what listens there, or choose another one with ${option}.\n`);
  expect(status).toBe(1);
});

test('npm run shop --help lists the options and starts nothing', () => {
  const output = execFileSync(process.execPath, [command, '--help'], { encoding: 'utf8' });

  expect(output.match(/(?<=^ +)--[a-z-]+/gm)).toEqual(['--postgres', '--port', '--sandbox-port', '--help']);
});
