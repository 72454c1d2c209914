import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { list } from '../src/commands/manage.ts';
import { createProgram } from '../src/create-program.ts';
import { readRelayOptions } from '../src/options/command-options.ts';
import type { RelayOptions } from '../src/options/relay-options.ts';
import { createFolder } from './support/start-test-relay.ts';

/** What a command line writes to the terminal. */
const warnings: string[] = [];
beforeEach(() => void warnings.splice(0));

/** The options of a command line. */
async function read(...args: string[]): Promise<RelayOptions | undefined> {
  let options: RelayOptions | undefined;
  const program = createProgram(async (given) => {
    options = readRelayOptions(given);
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => warnings.push(String(text)) > 0);
  await program.parseAsync(args, { from: 'user' }).finally(() => stderr.mockRestore());
  return options;
}

test('a port and an address are enough', async () => {
  expect(await read('--listen', '3000', '--forward', 'http://127.0.0.1:8000/hooks')).toMatchObject({
    listen: { host: '127.0.0.1', port: 3000 },
    store: { folder: 'escrow-relay' },
    targets: [{ name: 'main', url: 'http://127.0.0.1:8000/hooks' }],
  });
});

test.each([
  ['3000', { host: '127.0.0.1', port: 3000 }],
  ['0.0.0.0:4000', { host: '0.0.0.0', port: 4000 }],
  ['[::1]:3000', { host: '::1', port: 3000 }],
])('--listen %s is an address', async (text, listen) => {
  expect(await read('--listen', text, '--forward', 'http://a/')).toMatchObject({ listen });
});

test.each([
  [[], {}],
  [['--signature', 'X-Mac: v1 <base64>'], { signature: { header: 'X-Mac', prefix: 'v1 ', encoding: 'base64' } }],
  [
    ['--signature', 'none', '--allow-address', '192.0.2.0/24', '--allow-address', '::1'],
    { signature: null, allowedAddresses: ['192.0.2.0/24', '::1'] },
  ],
  [
    ['--address-header', 'x-real-ip', '--allow-address', '::1'],
    { addressHeader: 'x-real-ip', allowedAddresses: ['::1'] },
  ],
  [
    ['--status-name', 'FUNDED=PAID', '--status-name', 'DONE=COMPLETED'],
    { statuses: { FUNDED: 'PAID', DONE: 'COMPLETED' } },
  ],
])('HOOK-2 %j says how a deployment sends its events', async (args, events) => {
  const options = await read('--listen', '0', '--forward', 'http://a/', ...args);

  expect(options?.events).toEqual(events);
});

test('how a deployment sends its events may stand in variables', async () => {
  vi.stubEnv('RELAY_SIGNATURE', 'none');
  vi.stubEnv('RELAY_ALLOW_ADDRESS', '192.0.2.0/24 ::1');
  vi.stubEnv('RELAY_ADDRESS_HEADER', 'x-real-ip');
  vi.stubEnv('RELAY_STATUS_NAME', 'FUNDED=PAID DONE=COMPLETED');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect((await read('--listen', '0', '--forward', 'http://a/'))?.events).toEqual({
    signature: null,
    allowedAddresses: ['192.0.2.0/24', '::1'],
    addressHeader: 'x-real-ip',
    statuses: { FUNDED: 'PAID', DONE: 'COMPLETED' },
  });
});

test('a password on the command line is warned of, not one of a variable', async () => {
  const args = ['--listen', '0', '--forward', 'http://a/'];
  const urls = ['postgres://relay:canary@a/b', 'postgres://a/b?user=relay&password=canary'];
  for (const url of urls) await read(...args, '--database-url', url);
  expect(warnings).toEqual(
    urls.map(() => '--database-url is visible to the other users of this machine. Set RELAY_DATABASE_URL instead.\n'),
  );

  await read(...args, '--database-url', 'postgres://relay@a/b');
  vi.stubEnv('RELAY_DATABASE_URL', urls[0]);
  onTestFinished(() => void vi.unstubAllEnvs());
  await read(...args);

  expect(warnings).toHaveLength(2);
});

test.each([
  [['--forward', 'http://127.0.0.1:1/'], 'There is no port for events. Start with --listen PORT.'],
  [['--listen', '0'], 'There is no address to forward to. Start with --forward URL.'],
  [['--listen', '0', '--forward', 'a=http://a/', '--forward', 'http://b/'], 'Several addresses need names'],
  [['--listen', '0', '--forward', 'http://user:canary@a/'], '--forward: leave out user and password.'],
  [['--listen', '0', '--forward', 'http://:10080/'], '--forward: give an address that begins with http'],
  [['--listen', '0', '--forward', 'Shop=http://a/'], '--forward: the name Shop: give lower-case letters'],
  [['--listen', '0', '--forward', 'ftp://canary/'], '--forward: give an address that begins with http'],
  [['--listen', '0', '--forward', 'a=http://a/', '--forward', 'a=http://b/'], 'Two targets have the name a.'],
  [
    ['--listen', '0', '--forward', 'http://a/', '--database-url', 'mysql://user:canary@a/'],
    '--database-url is no address',
  ],
])('%j is refused with the remedy', async (args, message) => {
  await expect(read(...args)).rejects.toThrow(message);
});

test('a store that is missing is not created by a look into it', async () => {
  const store = join(createFolder(), 'missing');

  await expect(list({ store, limit: 1 })).rejects.toThrow('There is no target in this store.');

  expect(existsSync(store)).toBe(false);
});

test('several addresses in the variable are separated by white space', async () => {
  vi.stubEnv('RELAY_FORWARD', 'a=http://127.0.0.1:1/a 2=http://127.0.0.1:1/b');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect((await read('--listen', '0'))?.targets.map(({ name }) => name)).toEqual(['a', '2']);
});

test('the store may be named before a command', async () => {
  const store = join(createFolder(), 'missing');
  const program = createProgram(async () => {});

  await expect(
    program.parseAsync(['--store', createFolder(), 'list', '--store', store], { from: 'user' }),
  ).rejects.toThrow('no target');
  const folder = createFolder();
  const inbox = createSqliteInbox({ path: join(folder, 'shop.relay.db') });
  await inbox.ready();
  await inbox.close();
  await createProgram(async () => {}).parseAsync(['--store', folder, 'pause', 'shop'], { from: 'user' });

  const again = createSqliteInbox({ path: join(folder, 'shop.relay.db') });
  onTestFinished(() => again.close());
  expect(await again.isPaused()).toBe(true);
});
