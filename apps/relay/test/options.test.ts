import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { list } from '../src/commands/manage.ts';
import { createProgram } from '../src/create-program.ts';
import { readRelayOptions } from '../src/options/command-options.ts';
import { defaults, type RelayOptions } from '../src/options/relay-options.ts';
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
    store: { folder: defaults.store },
    targets: [{ name: 'main', url: 'http://127.0.0.1:8000/hooks', timeoutInMs: 30_000, concurrency: 50 }],
    giveUpAfterInMs: 72 * 3_600_000,
    retentionInMs: 30 * 86_400_000,
  });
});

test('the command line goes before the file, whose paths count from its folder', async () => {
  const folder = createFolder();
  const file = join(folder, 'relay.yaml');
  const targets = [{ name: 'shop', url: 'https://shop.example/', secretFile: 'shop-secret', timeoutInSeconds: 5 }];
  writeFileSync(
    file,
    JSON.stringify({ listen: '[::1]:3000', databaseUrl: 'postgres://a/b', giveUpAfterInHours: 1, targets }),
  );

  expect(await read('--config', file)).toMatchObject({
    listen: { host: '::1', port: 3000 },
    store: { databaseUrl: 'postgres://a/b' },
    targets: [{ name: 'shop', secret: { file: join(folder, 'shop-secret') }, timeoutInMs: 5_000, concurrency: 10 }],
    giveUpAfterInMs: 3_600_000,
  });
  expect(await read('--config', file, '--listen', '0.0.0.0:4000', '--store', 'here')).toMatchObject({
    listen: { host: '0.0.0.0', port: 4000 },
    store: { folder: 'here' },
  });
  writeFileSync(file, JSON.stringify({ store: 'events', secretFile: '/run/secret', targets }));
  expect(await read('--config', file, '--listen', '0')).toMatchObject({
    store: { folder: join(folder, 'events') },
    secret: { file: '/run/secret' },
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
  [['--listen', '0', '--forward', 'a=http://a/', '--forward', 'a=http://b/'], 'Two targets have the name a.'],
  [
    ['--listen', '0', '--forward', 'http://a/', '--database-url', 'mysql://user:canary@a/'],
    '--database-url is no address',
  ],
  [['--listen', '0', '--forward', 'http://a/', '--control', '0.0.0.0:0'], 'Set a password in RELAY_CONTROL_TOKEN.'],
])('%j is refused with the remedy', async (args, message) => {
  await expect(read(...args)).rejects.toThrow(message);
});

const ten = (alias: string): string => `[${Array(10).fill(alias).join()}]`;
const aliasBomb = `a: &a ${ten('0')}\nb: &b ${ten('*a')}\nc: &c ${ten('*b')}\nd: ${ten('*c')}`;

test.each([
  ['listen: 70000', 1, 'listen: give a port from 0 to 65535'],
  [
    'listen: 0\ntargets:\n  - name: shop\n    url: ftp://canary/',
    4,
    'targets.0.url: give an address that begins with http',
  ],
  ['listen: 0\nretries: 3', 2, 'retries: there is no such field'],
  ['listen: 0\ntargets:\n  - name: Shop\n    url: http://a/', 3, 'targets.0.name: give lower-case letters'],
  ['listen: [', 1, 'this is no YAML'],
  ['listen: 0\ndatabaseUrl: *canary', 2, 'an alias (*) has no anchor'],
  [aliasBomb, 2, 'stands for too much'],
  ['listen: 0\ntargets:', 2, 'targets: write a list, such as - { name: shop, url: https://shop.example/hooks }'],
  ['listen: 0\ntargets: []', 2, 'targets: name at least one endpoint, such as'],
  ['listen: 0\ntargets:\n  - http://canary/', 3, 'targets.0: give name and url, such as'],
  ['listen:', 1, 'listen: give a port'],
  ['listen: 0\nretentionInDays: soon', 2, 'retentionInDays: give a number above 0, at most 3650'],
  ['store: a\ndatabaseUrl: postgres://canary@a/b', 2, 'databaseUrl: events are kept in one place'],
  ['- listen', 1, 'the file: write fields, such as listen: 4040'],
])('the file %j is refused with line %d and field', async (text, line, message) => {
  const file = join(createFolder(), 'relay.yaml');
  writeFileSync(file, text);

  const error = await read('--config', file).catch((thrown: Error) => thrown);

  expect(error).toMatchObject({ message: expect.stringContaining(`${file}:${line}: `) });
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
  expect(String(error)).not.toContain('canary');
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
