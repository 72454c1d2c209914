import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createControl } from '@escrow-kit/sandbox-control';
import { testCommandLine } from '@escrow-kit/tools/command-line';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../src/index.ts';
import { runCommand } from '../src/run-command.ts';
import { parentRequest } from './support/escrow-steps.ts';
import { readOptions } from './support/read-options.ts';
import { send } from './support/service-api.ts';
import { spawnSandbox } from './support/spawn-sandbox.ts';

testCommandLine({
  run: runCommand,
  name: 'escrow-sandbox',
  helps: [[], ['trigger'], ['events'], ['requests'], ['mcp']],
  misspelt: [
    [['--prot', '1'], '--port'],
    [['events', '--folow'], '--follow'],
  ],
  refused: [
    [['--port'], "option '--port <port>' argument missing"],
    [['extra'], 'Unknown command.'],
    [['--port', '80', 'events'], 'Put the options of events after its name.'],
    [['trigger'], "missing required argument 'what'"],
    [['trigger', 'canceled'], 'Allowed choices are paid, completed,'],
    [['trigger', 'paid', '--price', '1.001'], 'Give an amount with at most two decimals'],
    [['trigger', 'paid', '--milestone', 'milestone_1', '--price', '1'], 'Leave out --price and --seller.'],
    [['events', '--url', 'ftp://canary'], '--url is not an address that begins with http:// or https://.'],
    [['--port', '80a'], 'Give a whole number from 0 to 65535.'],
    [['--data', ''], '--data is empty.'],
    [['--webhook-url', 'ftp://shop.example'], '--webhook-url is not an address that begins with http:// or https://.'],
    [['--overlay', 'none.yaml'], 'none.yaml:1: The overlay cannot be read (ENOENT).'],
  ],
});

test('each secret on the command line is warned of, with its variable', async () => {
  const options = await readOptions(['--webhook-secret', 'canary', '--control-token', 'canary']);
  const harmless = await readOptions([]);

  expect(options?.warnings).toEqual([
    '--webhook-secret is visible to the other users of this machine. Set SANDBOX_WEBHOOK_SECRET instead.',
    '--control-token is visible to the other users of this machine. Set SANDBOX_CONTROL_TOKEN instead.',
  ]);
  expect(harmless?.warnings).toEqual([]);
});

test('an empty variable, and one that says no, count as not set', async () => {
  vi.stubEnv('SANDBOX_DATA', '').stubEnv('SANDBOX_JSON', 'false');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(await readOptions([])).toMatchObject({
    json: false,
    sandbox: expect.not.objectContaining({ dataFolder: '' }),
  });
});

test('a warning of the request log is a line on stderr, with its operation without a value, and with the page of its request', async () => {
  const sandbox = await spawnSandbox([], { collectsErrors: true });

  await send(sandbox, 'createContract', { body: parentRequest({ currency: 'XYZ' }) });
  await send(sandbox, 'createContract', { body: parentRequest() });

  const { requests } = await createControl(sandbox.url).requests();
  expect(await sandbox.close()).toBe(0);
  expect(await sandbox.errors).toBe(
    `warning: createContract: The currency is not a code of ISO 4217, such as SAR. Which currencies the service accepts is not shown. (currency) See ${sandbox.url}/dashboard/default/requests/${requests[1]?.id}\n`,
  );
});

test('a closed stderr does not end it', async () => {
  const sandbox = await spawnSandbox([], { collectsErrors: true });
  sandbox.stderr?.destroy();
  await expect(sandbox.errors).rejects.toThrow();

  const answers = [];
  for (const currency of ['XYZ', 'XYZ']) {
    answers.push(await send(sandbox, 'createContract', { body: parentRequest({ currency }) }));
  }

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await sandbox.close()).toBe(0);
});

test('--json prints the address and the credentials as one line, errors go to stderr with request and place, and SIGTERM ends it in order', async () => {
  const dataFolder = temporaryFolder();
  await (await startSandbox({ dataFolder })).close();
  const database = new DatabaseSync(join(dataFolder, 'sandbox.sqlite'));
  database.exec('alter table contracts rename to gone; alter table users rename to away');
  database.close();
  const sandbox = await spawnSandbox(['--data', dataFolder], { collectsErrors: true });

  const statuses = [
    await send(sandbox, 'createContract', { body: parentRequest() }),
    await send(sandbox, 'createContract', { body: parentRequest() }),
    await send(sandbox, 'registerCustomer', { body: { phoneNumber: '+966500000001', firstName: 'A', lastName: 'B' } }),
  ].map(({ status }) => status);

  expect(await sandbox.close()).toBe(0);
  expect(sandbox.credentials.clientId).toBe('sandbox-client');
  expect(statuses).toEqual([500, 500, 500]);
  const [before, first, second, ofCustomer, ...others] = (await sandbox.errors).split(/^error during /m);
  const ofOperation = /^\w+, request_\w+: Error ERR_SQLITE_ERROR 1\n(?:.*\n)* +at .*\/handlers\.ts/;
  expect([first, second, ofCustomer].map((text) => text?.split(',')[0])).toEqual([
    'createContract',
    'createContract',
    'registerCustomer',
  ]);
  for (const text of [first, second, ofCustomer]) expect(text).toMatch(ofOperation);
  expect([before, ...others]).toEqual(['']);
});
