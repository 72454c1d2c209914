import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '@escrow-kit/suite/command-line';
import { until } from '@escrow-kit/suite/until';
import { parseEvent } from '@escrow-kit/webhooks';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { expect, test } from 'vitest';
import { giveUpAfterInMs } from '../src/forward/plan-retry.ts';
import { runCommand } from '../src/run-command.ts';
import { startEndpoint } from './support/endpoint.ts';
import { startRelayProcess } from './support/relay-process.ts';
import { createFolder, secret, startTestRelay } from './support/start-test-relay.ts';

/** Runs a command in this process, and resolves with what it printed. */
async function run(...args: string[]): Promise<string> {
  const { exitCode, stdout } = await runHere(runCommand, args);
  expect(exitCode).toBe(0);
  return stdout;
}

const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1', buyer: 'Canary' };

test('events of a relay are held back, listed, shown and replayed by commands beside it', async () => {
  const shop = await startEndpoint();
  shop.answer = (response) => void response.writeHead(500).end();
  const store = join(createFolder(), 'store');
  let passedInMs = 0;
  const now = () => new Date(Date.now() + passedInMs);
  const relay = await startTestRelay({ shop: shop.url }, { store: { folder: store }, now });

  expect(await run('pause', 'shop', '--store', store)).toBe('shop is paused; events are stored.\n');
  expect(await relay.send(event)).toBe(200);
  expect(await run('list', '--store', store)).toMatch(/^shop: 1 wait.*paused/);
  expect(shop.received).toEqual([]);
  expect(await run('resume', '--store', store)).toBe('shop forwards again.\n');
  await until(() => expect(relay.news).toContainEqual(expect.objectContaining({ what: 'failed', attempt: 1 })));
  passedInMs = giveUpAfterInMs;
  const listed = await until(async () => {
    const output = await run('list', '--store', store, '--json');
    expect(JSON.parse(output)).toMatchObject({ target: 'shop', dead: 1, events: [{ lastError: 'status 500' }] });
    return output;
  });
  const webhookId = String(shop.received[0]?.headers['webhook-id']);
  expect(await run('list', '--store', store)).toContain(`2 attempts (status 500) ${webhookId}`);
  expect(JSON.parse(await run('show', webhookId, '--store', store))).toMatchObject({ target: 'shop', status: 'dead' });
  shop.answer = (response) => void response.end();
  expect(await run('replay', webhookId, '--store', store)).toBe('1 event is forwarded again.\n');
  await until(() => expect(shop.received).toHaveLength(3));

  expect(listed).not.toMatch(new RegExp(`Canary|${secret}`));
  expect(statSync(store).mode & 0o777).toBe(0o700);
});

test('with --json, lines name the status as the event says it, and show neither body nor secret', async () => {
  const shop = await startEndpoint();
  const args = ['--store', createFolder(), '--forward', shop.url, '--status-name', 'FUNDED=PAID', '--json'];
  const relay = startRelayProcess(args);

  expect(await relay.send({ ...event, status: 'FUNDED' })).toBe(true);

  const named = (what: string) => expect.objectContaining({ what, event: 'FUNDED', milestoneId: 'milestone-1' });
  await until(() =>
    expect(relay.lines().map((line) => JSON.parse(line))).toEqual([named('received'), named('forwarded')]),
  );
  expect(await relay.end()).toBe(0);
  expect(relay.lines().join() + relay.errors()).not.toMatch(new RegExp(`Canary|${secret}`));
});

/** Stores events and a signed body without an event, as a relay did. */
async function fillStore(folder: string, target: string, count: number): Promise<void> {
  const inbox = createSqliteInbox({ path: join(folder, `${target}.relay.db`) });
  const insert = (key: string) => {
    const rawBody = JSON.stringify({ status: 'PAID', contractId: key, referenceId: 'reference-1' });
    const parsed = parseEvent(rawBody) ?? expect.unreachable('this is an event');
    return inbox.insert({ key, event: parsed, rawBody, receivedAt: new Date() });
  };
  await Promise.all(Array.from({ length: count }, (_, index) => insert(`evt_${index}`)));
  await inbox.quarantine({ rawBody: 'canary', reason: 'event_invalid', receivedAt: new Date() });
  await inbox.close();
}

test('a list says what its limit leaves out, an unknown id is told, and quarantined bodies are deleted', async () => {
  const store = createFolder();
  await fillStore(store, 'shop', 250);

  const { stderr } = await runHere(runCommand, ['list', '--store', store]);
  expect(stderr).toBe('shop: 100 of 250 pending; --limit 250 lists all\n');
  expect(await run('list', '--limit', '250', '--store', store)).toContain('evt_249');
  for (const command of ['show', 'replay']) {
    const { exitCode, stderr: error } = await runHere(runCommand, [command, 'evt_x', '--store', store]);
    expect([exitCode, error]).toEqual([2, expect.stringContaining('event has this webhook-id. escrow-relay list')]);
  }
  expect(await run('discard', '--store', store)).toBe('1 quarantined body is deleted.\n');
  expect(await run('list', '--json', '--store', store)).toContain('"quarantined":0');
});

test.each<[string, (place: string) => string[], RegExp]>([
  [
    'a folder in a file',
    (place) => ['--listen', '0', '--forward', 'http://a/', '--store', join(place, 'store')],
    /--store: \S+ can't be used \(ENOTDIR\)\. Name a folder/,
  ],
  [
    'a database that is down',
    () => ['list', '--database-url', 'postgres://relay:canary@127.0.0.1:1/relay'],
    /--database-url: the database can't be used \(ECONNREFUSED\)\. Start it/,
  ],
])('%s is one line, and the exit code is 2', async (_title, argsOf, message) => {
  const place = join(createFolder(), 'file');
  writeFileSync(place, '');

  const { exitCode, stderr } = await runHere(runCommand, argsOf(place), { ESCROW_WEBHOOK_SECRET: secret });

  expect(exitCode).toBe(2);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(message);
  expect(stderr).not.toMatch(/^ {4}at |canary@/m);
});

test('events for targets without an address are told at the start, and a store of one that is damaged stops nothing', async () => {
  const shop = await startEndpoint();
  const folder = createFolder();
  await fillStore(folder, 'crm', 1);
  await fillStore(folder, 'damaged', 0);
  writeFileSync(join(folder, 'damaged.relay.db'), 'no database, '.repeat(1_000));

  const relay = await startTestRelay({ shop: shop.url }, { store: { folder } });

  expect(relay.news).toEqual([
    {
      what: 'trouble',
      message: expect.stringMatching('^of the events for crm, .* 1 wait and 0 are dead: --forward crm='),
    },
    {
      what: 'trouble',
      message: expect.stringMatching('^of the events for damaged, .* none can be read or forwarded: .*damaged'),
    },
  ]);
  expect(await relay.send({})).toBe(200);
  await until(() => expect(shop.received).toHaveLength(1));
});

test('the first signal waits for attempts in progress, the second ends at once; nothing is lost, and what hangs holds up no others', async () => {
  const shop = await startEndpoint();
  const isGood = ({ body }: { body: string }) => body.includes('good');
  const countGood = () => shop.received.filter(isGood).length;
  shop.answer = (response) => {
    if (shop.received.slice(-1).some(isGood)) response.end();
  };
  const relay = startRelayProcess(['--store', createFolder(), '--forward', shop.url]);
  const send = async (milestoneId: string) => expect(await relay.send({ ...event, milestoneId })).toBe(true);
  const hanging = 30;
  await Promise.all(Array.from({ length: hanging }, (_, index) => send(`hangs-${index}`)));
  await until(() => expect(shop.received).toHaveLength(hanging));
  await send('good-1');
  await until(() => expect(countGood()).toBe(1));

  relay.signal('SIGTERM');
  await until(() => expect(relay.errors()).toContain('a second signal ends at once'));
  expect(await relay.end('SIGTERM')).toBe(1);
  relay.restart();
  await send('good-2');

  await until(() => expect(countGood()).toBe(2));
  await until(() => expect(shop.received).toHaveLength(2 * hanging + 2));
});
