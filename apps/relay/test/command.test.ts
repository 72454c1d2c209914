import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { webhookIdOf } from '@escrow-kit/shared/standard-webhooks';
import { parseEvent, signedRequest } from '@escrow-kit/webhooks';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgram } from '../src/create-program.ts';
import { startEndpoint } from './support/endpoint.ts';
import { startRelayProcess } from './support/relay-process.ts';
import { createFolder, secret } from './support/start-test-relay.ts';
import { until } from './support/until.ts';

const command = fileURLToPath(new URL('../src/command.ts', import.meta.url));

/** Runs a command to its end. */
function run(...args: string[]): { status: number | null; output: string; errors: string } {
  const env = { ...process.env, ESCROW_WEBHOOK_SECRET: secret };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', env });
  return { status, output: stdout, errors: stderr };
}

test('events of a relay are listed, shown and replayed by commands beside it', async () => {
  const shop = await startEndpoint();
  shop.answer = (response) => void response.writeHead(500).end();
  const folder = createFolder();
  const [store, config] = [join(folder, 'store'), join(folder, 'relay.yaml')];
  writeFileSync(
    config,
    `listen: 0\ncontrol: 0\nstore: ${store}\ngiveUpAfterInHours: 0.0000001\ntargets:\n  - { name: shop, url: "${shop.url}" }\n`,
  );
  const relay = startRelayProcess(['--config', config], { ESCROW_WEBHOOK_SECRET: secret });
  const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1', buyer: 'Canary' };
  expect((await fetch(await relay.url(), signedRequest({ event, secret }))).status).toBe(200);
  await until(() => expect(shop.received).toHaveLength(1));

  const listed = await until(() => {
    const { output } = run('list', '--store', store, '--json');
    const parsed = JSON.parse(output);
    expect(parsed).toMatchObject({ target: 'shop', dead: 1, events: [{ lastError: 'status 500', attempts: 1 }] });
    return parsed;
  });
  expect(run('list', '--store', store).output).toContain('1 dead');
  expect(JSON.parse(run('show', listed.events[0].key, '--store', store, '--json').output)).toMatchObject({
    target: 'shop',
    status: 'dead',
  });
  shop.answer = (response) => void response.end();
  expect(run('replay', listed.events[0].key, '--store', store).output).toBe('1 event is forwarded again.\n');
  await until(() => expect(shop.received).toHaveLength(2));

  expect(await relay.end()).toBe(0);
  expect(relay.errors()).not.toContain('Canary');
  expect(relay.errors()).not.toContain(secret);
  expect(JSON.stringify(listed)).not.toContain('Canary');
  expect(statSync(store).mode & 0o777).toBe(0o700);
});

test('a list says what its limit leaves out; an event is named by its webhook-id; quarantined bodies are deleted', async () => {
  const store = createFolder();
  const inbox = createSqliteInbox({ path: join(store, 'shop.relay.db') });
  const insert = (number: number) => {
    const rawBody = JSON.stringify({ status: 'PAID', contractId: `milestone-${number}`, referenceId: 'reference-1' });
    const event = parseEvent(rawBody) ?? expect.unreachable('this is an event');
    return inbox.insert({ key: `key-${number}`, event, rawBody, receivedAt: new Date() });
  };
  await insert(0);
  const processing = inbox.start(() => Promise.reject(new Error('no')), { retryAt: () => undefined, onError() {} });
  await until(async () => expect(await inbox.counts()).toMatchObject({ dead: 1 }));
  await processing.stop();
  await Promise.all(Array.from({ length: 250 }, (_, index) => insert(index + 1)));
  await inbox.quarantine({ rawBody: 'canary', reason: 'event_invalid', receivedAt: new Date() });
  await inbox.close();
  const [output, errors] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  );
  const printed = async (...args: string[]) => {
    for (const written of [output, errors]) written?.mockClear();
    await createProgram(async () => {}).parseAsync([...args, '--store', store], { from: 'user' });
    return [output, errors].map((written) => written?.mock.calls.join(''));
  };
  onTestFinished(() => void vi.restoreAllMocks());

  expect(await printed('list')).toEqual([expect.any(String), 'shop: 100 of 250 pending; --limit 250 lists all\n']);
  expect(await printed('list', '--limit', '250')).toEqual([expect.stringContaining('key-250'), '']);
  const [shown] = await printed('show', webhookIdOf('key-250'));
  expect(JSON.parse(shown ?? '')).toMatchObject({ key: 'key-250', status: 'pending' });
  expect(await printed('replay', webhookIdOf('key-0'))).toEqual(['1 event is forwarded again.\n', '']);
  await expect(printed('replay', webhookIdOf('key-0'))).rejects.toThrow('No dead event has this key or webhook-id.');
  expect(await printed('discard')).toEqual(['1 quarantined body is deleted.\n', '']);
  expect((await printed('list', '--json'))[0]).toContain('"quarantined":0');
});

test.each<[string, (place: string) => string[], RegExp]>([
  ['an address without a host', () => ['--listen', '0', '--forward', 'http://:10080/'], /--forward: give an address/],
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
])('%s is one line, and the exit code is 2', (_title, argsOf, message) => {
  const place = join(createFolder(), 'file');
  writeFileSync(place, '');

  const { status, errors } = run(...argsOf(place));

  expect(status).toBe(2);
  expect(errors.trimEnd().split('\n').at(-1)).toMatch(message);
  expect(errors).not.toMatch(/^ {4}at /m);
  expect(errors).not.toContain('canary');
});

test('with an overlay, lines name the status as the event says it', async () => {
  const shop = await startEndpoint();
  const folder = createFolder();
  const [overlay, store] = [join(folder, 'overlay.yaml'), join(folder, 'store')];
  writeFileSync(
    overlay,
    `overlay: 1.0.0
info: { title: Other names of states, version: 1.0.0 }
actions:
  - { target: "$['x-milestone-states']", remove: true }
  - { target: $, update: { x-milestone-states: [DRAFT, UNPAID, FUNDED, PAYING, DONE] } }`,
  );
  const relay = startRelayProcess(
    [
      ...['--listen', '0', '--control', '0', '--store', store, '--forward', shop.url],
      ...['--overlay', overlay, '--json'],
    ],
    { ESCROW_WEBHOOK_SECRET: secret },
  );
  const body = '{"status":"FUNDED","contractId":"milestone-1","referenceId":"reference-1"}';
  expect((await fetch(await relay.url(), signedRequest({ body, secret }))).status).toBe(200);
  await until(() => expect(shop.received).toHaveLength(1));

  const named = (what: string) => expect.objectContaining({ what, event: 'FUNDED', milestoneId: 'milestone-1' });
  await until(() =>
    expect(relay.lines().map((line) => JSON.parse(line))).toEqual([named('received'), named('forwarded')]),
  );
});

test('a target is paused and resumed by commands', async () => {
  const shop = await startEndpoint();
  const store = join(createFolder(), 'store');
  const relay = startRelayProcess(
    ['--listen', '0', '--control', '0', '--store', store, '--forward', `shop=${shop.url}`],
    {
      ESCROW_WEBHOOK_SECRET: secret,
    },
  );
  const url = await relay.url();

  expect(run('pause', 'shop', '--store', store).output).toBe('shop is paused; events are stored.\n');
  await fetch(url, signedRequest({ event: { status: 'PAID', milestoneId: 'milestone-1', referenceId: '1' }, secret }));
  expect(run('list', '--store', store).output).toContain('1 wait');
  expect(shop.received).toEqual([]);
  expect(run('resume', '--store', store).output).toBe('shop forwards again.\n');
  await until(() => expect(shop.received).toHaveLength(1));
});

test('events that wait for a target without an address are told at the start', async () => {
  const shop = await startEndpoint();
  const store = createFolder();
  const inbox = createSqliteInbox({ path: join(store, 'crm.relay.db') });
  const body = '{"status":"PAID","contractId":"milestone-1","referenceId":"reference-1"}';
  const parsed = {
    status: 'PAID',
    milestoneId: 'milestone-1',
    referenceId: 'reference-1',
    body: JSON.parse(body),
  } as const;
  await inbox.insert({ key: 'key-1', event: parsed, rawBody: body, receivedAt: new Date() });
  await inbox.close();

  const relay = startRelayProcess(['--listen', '0', '--control', '0', '--store', store, '--forward', shop.url], {
    ESCROW_WEBHOOK_SECRET: secret,
  });
  await relay.url();

  expect(relay.errors()).toContain(
    'of the events for crm, which has no address, 1 wait and 0 are dead: --forward crm=URL',
  );
});

test('the first signal waits for the attempt in progress, the second ends at once, and nothing is lost', async () => {
  const shop = await startEndpoint();
  shop.answer = () => {};
  const args = ['--listen', '0', '--control', '0', '--store', createFolder(), '--forward', shop.url];
  const relay = startRelayProcess(args, { ESCROW_WEBHOOK_SECRET: secret });
  const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1' };
  expect((await fetch(await relay.url(), signedRequest({ event, secret }))).status).toBe(200);
  await until(() => expect(shop.received).toHaveLength(1));

  relay.signal('SIGTERM');
  await until(() => expect(relay.errors()).toContain('a second signal ends at once'));
  expect(await relay.end('SIGTERM')).toBe(1);
  shop.answer = (response) => void response.end();
  relay.restart();

  await until(() => expect(shop.received).toHaveLength(2));
});
