import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '@escrow-kit/tools/command-line';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { until } from '@escrow-kit/tools/until';
import { expect, test } from 'vitest';
import { runCommand } from '../../src/command-line.ts';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import { parseEvent, signedRequest } from '../../src/index.ts';
import { giveUpAfterInMs } from '../../src/relay/forward.ts';
import { emptyDatabase } from '../inbox/support/empty-database.ts';
import { lookAgain } from '../inbox/support/until.ts';
import { secret } from '../support/receiver.ts';
import { startEndpoint, startRelayProcess, startTestRelay } from './support/relay.ts';

const to = ['--to', 'http://127.0.0.1:1/'];
const environment = { ESCROW_WEBHOOK_SECRET: secret };

const buyer = { buyer: 'Canary' };

/** Runs `relay` with these arguments in this process. */
const relay = (args: string[]) => runHere(runCommand, ['relay', ...args], environment);

/** What such a command printed, if it ended in order. */
async function outputOf(...args: string[]): Promise<string> {
  const { exitCode, stdout } = await relay(args);
  expect(exitCode).toBe(0);
  return stdout;
}

test.each([
  [[], '--to is missing. Set it to the address of your endpoint.'],
  [['--to', 'http://user:canary@a/'], '--to: remove the user and the password.'],
  [[...to, '--signature', 'X-Mac: <md5>'], '--signature: write a header, a prefix, and hex or base64, such as'],
  [[...to, '--status-name', 'FUNDED=PAYED'], '--status-name: FUNDED must map to one of PAID, CASHOUT_IN_PROGRESS,'],
  [[...to, '--database-url', 'mysql://user:canary@a/'], '--database-url must begin with postgres://.'],
  [['lst'], 'relay: Unknown command. Commands: list, show, replay, discard.'],
  [['replay'], 'Name one webhook-id, or set --dead'],
])('relay %j is refused in one line', async (args, message) => {
  const store = args.includes('--database-url') ? [] : [`--store=${temporaryFolder()}`];

  const { exitCode, stdout, stderr } = await relay([...args, ...store]);

  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr.replace(/^--database-url is visible.*\n/, '')).toMatch(/^escrow-webhooks: [^\n]+\n$/);
  expect(stderr).not.toContain('canary');
});

test('HOOK-2 variables say how a deployment sends its events; lines name their statuses, and show no secret; a signal waits for what is in progress', async () => {
  const shop = await startEndpoint();
  const process = startRelayProcess([], {
    RELAY_TO: `${shop.url}?token=canary`,
    RELAY_LISTEN: '[::1]:0',
    RELAY_STORE: temporaryFolder(),
    RELAY_SIGNATURE: 'X-Mac: v1 <base64>',
    RELAY_ALLOW_ADDRESS: '192.0.2.0/24 ::1',
    RELAY_STATUS_NAME: 'FUNDED=PAID DONE=COMPLETED',
    RELAY_JSON: 'true',
  });
  const signature = { header: 'X-Mac', prefix: 'v1 ', encoding: 'base64' } as const;
  const event = { ...buyer, status: 'FUNDED', milestoneId: 'milestone-1', referenceId: 'reference-1' };
  const answer = Promise.withResolvers<void>();
  shop.answer = (response) => void answer.promise.then(() => response.end());

  const url = await process.url();
  const { status } = await fetch(url, signedRequest({ event, secret, signature }));

  expect([url, status]).toEqual([expect.stringMatching(/^http:\/\/\[::1\]:\d+\/$/), 200]);
  expect(await process.send()).toBe(401);
  await until(() => expect(shop.received).toHaveLength(1));
  process.signal('SIGTERM');
  await until(() => expect(process.errors()).toContain('A second signal ends the relay at once'));
  answer.resolve();
  expect(await process.ended()).toBe(0);
  const lines = process.lines().map((line) => JSON.parse(line));
  const named = (entry: object) => expect.objectContaining({ ...entry, event: 'FUNDED', milestoneId: 'milestone-1' });
  expect(lines).toContainEqual(named({ what: 'received', outcome: 'stored' }));
  expect(lines).toContainEqual(named({ what: 'forwarded', target: shop.url, attempt: 1 }));
  expect(process.errors()).toContain(`Forwards them to ${shop.url}\n`);
  expect(process.lines().join() + process.errors()).not.toMatch(new RegExp(`canary|${secret}`, 'i'));
});

test('without a secret a relay does not start', async () => {
  const { exitCode, stderr } = await runHere(runCommand, ['relay', ...to]);

  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('The webhook secret is missing.')]);
});

test('events are listed, shown and replayed by commands beside a relay', async () => {
  const shop = await startEndpoint();
  shop.answer = (response) => void response.writeHead(500).end();
  const folder = join(temporaryFolder(), 'store');
  let passedInMs = 0;
  const now = () => new Date(Date.now() + passedInMs);
  const running = await startTestRelay(shop.url, { store: { folder }, now });
  const store = ['--store', folder];

  expect(await running.send(buyer)).toBe(200);
  expect(await running.send({ milestoneId: 'milestone-2' })).toBe(200);
  await until(() => expect(running.entries).toContainEqual(expect.objectContaining({ what: 'failed', attempt: 1 })));
  expect(await outputOf('list', ...store)).toMatch(/^2 waiting, .* \d+ s; 0 dead; 0 quarantined\n {2}p\w+ +PAID/);
  passedInMs = giveUpAfterInMs;
  const listed = await until(async () => {
    await lookAgain(running.inbox);
    const output = await outputOf('list', ...store, '--json');
    expect(JSON.parse(output)).toMatchObject({ dead: 2, events: [{}, { lastError: 'status 500' }] });
    return output;
  });
  const webhookId = String(shop.received[0]?.headers['webhook-id']);
  // The options of the store may stand before the command.
  expect(await outputOf(...store, 'list')).toContain(` (status 500) ${webhookId}`);
  expect(JSON.parse(await outputOf('show', webhookId, ...store))).toMatchObject({ webhookId, status: 'dead' });
  shop.answer = (response) => void response.end();
  expect(await outputOf('replay', webhookId, ...store)).toBe('Replayed 1 event.\n');

  await lookAgain(running.inbox);
  await until(async () => expect(await outputOf('list', '--status', 'done', ...store)).toContain(webhookId));
  expect(await outputOf('replay', '--dead', ...store)).toBe('Replayed 1 event.\n');
  await lookAgain(running.inbox);
  await until(async () => expect(await running.inbox.find({ status: 'done' })).toHaveLength(2));
  expect(listed).not.toMatch(new RegExp(`Canary|${secret}`));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a list says that its limit leaves something out, an unknown id is reported, and quarantined bodies are deleted', async () => {
  const folder = temporaryFolder();
  const inbox = createSqliteInbox({ path: join(folder, 'relay.db') });
  const rawBody = '{"status":"PAID","contractId":"milestone-1","referenceId":"reference-1"}';
  const event = parseEvent(rawBody) ?? expect.unreachable('this is an event');
  for (const key of ['evt_1', 'evt_2', 'evt_3']) await inbox.insert({ key, event, rawBody, receivedAt: new Date() });
  await inbox.quarantine({ rawBody: 'canary', reason: 'event_invalid', receivedAt: new Date() });
  await inbox.close();
  const store = ['--store', folder];

  const { stdout, stderr } = await relay(['list', '--limit', '2', ...store]);
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/^3 waiting.*; 0 dead; 1 quarantined\n.*evt_1\n.*evt_2\n +quarantined .* event_invalid\n$/),
    'Only 2 of each status are listed. Set --limit to list more.\n',
  ]);
  for (const command of ['show', 'replay']) {
    const unknown = await relay([command, 'evt_x', ...store]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('event has this webhook-id.')]);
  }
  expect(await outputOf('discard', ...store)).toBe('Deleted 1 quarantined body.\n');
  expect(await outputOf('list', '--json', ...store)).toContain('"quarantined":0');
});

test('a store that is missing is not created by a look into it, in a folder or in PostgreSQL, where a relay keeps events, too', async () => {
  const folder = join(temporaryFolder(), 'missing');
  const { connection: databaseUrl } = await emptyDatabase();

  for (const store of [
    ['--store', folder],
    ['--database-url', databaseUrl],
  ]) {
    for (const command of ['list', 'discard']) {
      const { exitCode, stderr } = await relay([command, ...store]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no relay has stored events there.')]);
    }
  }
  expect(existsSync(folder)).toBe(false);
  const shop = await startEndpoint();
  const running = await startTestRelay(shop.url, { store: { databaseUrl, schema: 'escrow_relay' } });
  expect(await running.send()).toBe(200);
  await until(async () =>
    expect(await outputOf('list', '--status', 'done', '--database-url', databaseUrl)).toContain('PAID'),
  );
});

const visible = '--database-url is visible to the other users of this machine. Set RELAY_DATABASE_URL instead.\n';

test.each<[string, (file: string) => string[], RegExp]>([
  [
    'a folder in a file',
    (file) => [...to, '--store', join(file, 'store')],
    /--store \S+: it cannot be used \(ENOTDIR\)\. Choose a folder/,
  ],
  [
    'a database that is down',
    () => ['list', '--database-url', 'postgres://relay:canary@127.0.0.1:1/relay'],
    /--database-url: it cannot be used \(ECONNREFUSED\)\. Start PostgreSQL/,
  ],
])('%s is one line, and the exit code is 2', async (_title, argsOf, message) => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');

  const args = argsOf(file);
  const { exitCode, stderr } = await relay(args);

  expect(exitCode).toBe(2);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(message);
  expect(stderr.startsWith(visible)).toBe(args.includes('--database-url'));
  expect(stderr).not.toMatch(/^ {4}at |canary@/m);
});
