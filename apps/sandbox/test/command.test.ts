import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { startSandbox } from '../src/index.ts';

const command = `${import.meta.dirname}/../src/command.ts`;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, PORT: '0', ...environment } });
  cleanups.push(() => child.kill('SIGKILL'));
  return child;
}

async function runToEnd(args: string[], environment?: Record<string, string>): Promise<object> {
  const child = start(args, environment);
  const { stdout, stderr } = child as { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };
  const [output, errors, [exitCode]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { output, errors, exitCode };
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) return line;
  throw new Error('The command ended without a word.');
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-sandbox-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('--help lists every flag with its environment twin', async () => {
  const result = await runToEnd(['--help']);

  expect(result).toMatchObject({ errors: '', exitCode: 0 });
  for (const twin of ['PORT', 'DATABASE_URL', 'SANDBOX_DATA', 'SANDBOX_WEBHOOK_URL', 'SANDBOX_CONTROL_TOKEN']) {
    expect(result).toMatchObject({ output: expect.stringContaining(twin) });
  }
});

test.each([
  [['--prot', '1'], "unknown option '--prot'"],
  [['--port'], "option '--port <port>' argument missing"],
  [['extra'], 'too many arguments'],
  [['--port', '80a'], 'Give a whole number from 0 to 65535.'],
  [['--data', ''], '--data is empty.'],
  [['--webhook-url', 'ftp://shop.example'], '--webhook-url is not an address that begins with http:// or https://.'],
  [['--data', 'x', '--database-url', 'postgres://a/b'], 'cannot be used with'],
])('%j is refused in one line', async (args, reason) => {
  const result = await runToEnd(args);

  expect(result).toMatchObject({ output: '', errors: expect.stringMatching(/^escrow-sandbox: .+\n$/), exitCode: 1 });
  expect(result).toMatchObject({ errors: expect.stringContaining(reason) });
});

test('a mistake in an address of a database does not show its password', async () => {
  const result = await runToEnd([], { DATABASE_URL: 'mysql://user:canary-password@host/database' });

  expect(result).toMatchObject({ exitCode: 1, errors: expect.stringContaining('--database-url') });
  expect(result).not.toMatchObject({ errors: expect.stringContaining('canary') });
});

test('a port that is taken is named, with what to do', async () => {
  const other = await startSandbox();
  cleanups.push(() => other.close());
  const { port } = new URL(other.url);

  const result = await runToEnd(['--port', port]);

  expect(result).toMatchObject({ output: '', exitCode: 1, errors: expect.stringMatching(/^escrow-sandbox: .+\n$/) });
  expect(result).toMatchObject({ errors: expect.stringMatching(new RegExp(`${port}.*--port`)) });
});

test('a database that is not reachable is said, with what to do and without its password', async () => {
  const result = await runToEnd(['--database-url', 'postgres://user:canary-password@127.0.0.1:1/database']);

  expect(result).toMatchObject({ output: '', exitCode: 1, errors: expect.stringMatching(/^escrow-sandbox: .+\n$/) });
  expect(result).toMatchObject({ errors: expect.stringMatching(/127\.0\.0\.1:1.*--database-url/) });
  expect(result).not.toMatchObject({ errors: expect.stringContaining('canary') });
});

test('a folder that cannot be written is said, with what to do', async () => {
  const folder = await createFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  await chmod(file, 0o400);

  const result = await runToEnd(['--data', join(file, 'data')]);

  expect(result).toMatchObject({ output: '', exitCode: 1, errors: expect.stringMatching(/^escrow-sandbox: .+\n$/) });
  expect(result).toMatchObject({ errors: expect.stringMatching(/--data/) });
});

test.skipIf(process.platform !== 'linux')('a file system that takes no folder is said, with what to do', async () => {
  const result = await runToEnd(['--data', '/proc/none/data']);

  expect(result).toMatchObject({
    output: '',
    exitCode: 1,
    errors: expect.stringMatching(/^escrow-sandbox: .+--data.+\n$/),
  });
});

test('a folder is created with those above it', async () => {
  const dataFolder = join(await createFolder(), 'above', 'data');
  const sandbox = await startSandbox({ dataFolder });
  cleanups.push(() => sandbox.close());

  expect(await readdir(dataFolder)).toContain('sandbox.sqlite');
});

test('a folder that another sandbox uses is said, with what to do', async () => {
  const dataFolder = await createFolder();
  const other = await startSandbox({ dataFolder });
  cleanups.push(() => other.close());

  const result = await runToEnd(['--data', dataFolder]);

  expect(result).toMatchObject({
    output: '',
    exitCode: 1,
    errors: expect.stringMatching(/Another sandbox.*--data\b.*--database-url/),
  });
});

test('listening beyond loopback without a control token is refused, with what to do', async () => {
  const result = await runToEnd(['--host', '0.0.0.0']);

  expect(result).toMatchObject({
    output: '',
    exitCode: 1,
    errors: expect.stringMatching(/^escrow-sandbox: .*--control-token.*\n$/),
  });
});

test('--json prints the address and the credentials as one line, and SIGTERM ends it in order', async () => {
  const child = start(['--json']);
  const line = await firstLine(child);

  const { url, credentials } = JSON.parse(line) as { url: string; credentials: { clientId: string } };
  const answer = await fetch(`${url}/_sandbox/health`);
  child.kill('SIGTERM');
  const [exitCode] = await once(child, 'exit');

  expect(answer.status).toBe(200);
  expect(credentials.clientId).toBe('sandbox-client');
  expect(exitCode).toBe(0);
});

test('state in a folder is there after a restart', async () => {
  const dataFolder = await createFolder();
  const headers = { authorization: 'Bearer org_sandbox', 'content-type': 'application/json' };
  const register = async (url: string) => {
    const path = '/realms/service/service-partner/customers';
    const answer = await fetch(url + path, { method: 'POST', headers, body: '{"phoneNumber":"+966500000001"}' });
    return answer.json();
  };
  const first = await startSandbox({ dataFolder });
  const registered = await register(first.url);
  await first.close();

  const second = await startSandbox({ dataFolder });
  cleanups.push(() => second.close());

  expect(await register(second.url)).toEqual(registered);
});
