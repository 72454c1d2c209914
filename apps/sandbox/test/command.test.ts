import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { CommandLineError, readCommandOptions } from '../src/command-options.ts';
import { startSandbox } from '../src/index.ts';
import { parentRequest } from './support/escrow-steps.ts';
import { send } from './support/service-api.ts';

const command = `${import.meta.dirname}/../src/command.ts`;

function start(args: string[]): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, PORT: '0' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function runToEnd(args: string[]): Promise<object> {
  const child = start(args);
  const { stdout, stderr } = child as { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };
  const [output, errors, [exitCode]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { output, errors, exitCode };
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) return line;
  throw new Error('The command ended without a word.');
}

/** What is wrong with a command line. */
function mistakeIn(args: string[]): string {
  try {
    readCommandOptions(args);
  } catch (error) {
    if (error instanceof CommandLineError) return error.message;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

test('--version prints the version of the package', async () => {
  expect(await runToEnd(['--version'])).toEqual({ output: `${manifest.version}\n`, errors: '', exitCode: 0 });
});

test('a mistake ends the command with one line and the exit code 1', async () => {
  const result = await runToEnd(['--prot', '1']);

  expect(result).toEqual({
    output: '',
    errors: "escrow-sandbox: unknown option '--prot' (Did you mean --port?). Run with --help to see the options.\n",
    exitCode: 1,
  });
});

test.each([
  [['--port'], "option '--port <port>' argument missing"],
  [['extra'], 'too many arguments'],
  [['--port', '80a'], 'Give a whole number from 0 to 65535.'],
  [['--data', ''], '--data is empty.'],
  [['--webhook-url', 'ftp://shop.example'], '--webhook-url is not an address that begins with http:// or https://.'],
  [['--data', 'x', '--database-url', 'postgres://a/b'], 'cannot be used with'],
])('%j is refused in one line', (args, reason) => {
  const mistake = mistakeIn(args);

  expect(mistake).toContain(reason);
  expect(mistake.split('\n')).toHaveLength(1);
});

test('the DATABASE_URL of a shop is not the sandbox’s', () => {
  vi.stubEnv('DATABASE_URL', 'postgres://shop@host/shop');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(readCommandOptions([]).sandbox).not.toHaveProperty('databaseUrl');
});

test('a mistake in an address of a database does not show its password', () => {
  vi.stubEnv('SANDBOX_DATABASE_URL', 'mysql://user:canary-password@host/database');
  onTestFinished(() => void vi.unstubAllEnvs());

  const mistake = mistakeIn([]);

  expect(mistake).toContain('--database-url');
  expect(mistake).not.toContain('canary');
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

test('different errors of the database are each written, with the request and the place in the sandbox', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'escrow-sandbox-'));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  await (await startSandbox({ dataFolder })).close();
  const database = new DatabaseSync(join(dataFolder, 'sandbox.sqlite'));
  database.exec('alter table contracts rename to gone; alter table users rename to away');
  database.close();
  const child = start(['--data', dataFolder, '--json']);
  const errors = text(child.stderr as NodeJS.ReadableStream);
  const sandbox = JSON.parse(await firstLine(child));

  const statuses = [
    await send(sandbox, 'createContract', { body: parentRequest() }),
    await send(sandbox, 'createContract', { body: parentRequest() }),
    await send(sandbox, 'registerCustomer', { body: { phoneNumber: '+966500000001', firstName: 'A', lastName: 'B' } }),
  ].map(({ status }) => status);
  child.kill('SIGTERM');

  expect(statuses).toEqual([500, 500, 500]);
  const [, ofContract, ofCustomer, ...others] = (await errors).split(/^error during /m);
  expect(ofContract).toMatch(/^createContract, request_\w+: Error ERR_SQLITE_ERROR 1\n(?:.*\n)* +at .*\/operations\//);
  expect(ofCustomer).toMatch(
    /^registerCustomer, request_\w+: Error ERR_SQLITE_ERROR 1\n(?:.*\n)* +at .*\/operations\//,
  );
  expect(ofCustomer).toMatch(
    /\nrequests: 2 failed within .* of the error first seen during createContract, request_\w+\. /,
  );
  expect(others).toEqual([]);
});
