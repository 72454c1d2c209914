import { mkdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from '@escrow-kit/suite/until';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createNodeHandler } from '../../src/adapters/node.ts';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import { createWebhookReceiver, type Inbox, signedRequest } from '../../src/index.ts';
import { createFolder } from '../support/create-folder.ts';
import { listen } from '../support/listen.ts';
import { secret } from '../support/receiver.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

const connections = 8;
const answersBefore = 40;
const answersAfter = 60;

/** Opens an inbox in a folder of its own. */
function openInbox(): { inbox: Inbox; path: string } {
  const path = join(createFolder(), 'data', 'inbox.db');
  mkdirSync(dirname(path));
  const inbox = createSqliteInbox({ path });
  onTestFinished(() => inbox.close());
  return { inbox: inbox as Inbox, path };
}

/** The path of another valid inbox with an event in it, which is closed. */
async function createOther(): Promise<string> {
  const path = join(createFolder(), 'other.db');
  const inbox = createSqliteInbox({ path });
  await inbox.insert(await incoming());
  await inbox.close();
  return path;
}

/** Runs statements over another connection. Returns the rows of the last one. */
function query(path: string, ...statements: string[]): Record<string, unknown>[] {
  const database = new DatabaseSync(path);
  const results = statements.map((statement) => database.prepare(statement).all());
  database.close();
  return results.at(-1) ?? [];
}

const checkpoint = 'pragma wal_checkpoint';

/** The references of the events in a file. */
const referencesIn = (path: string): string[] =>
  query(path, 'select raw_body from webhook_events').map(
    (row) => JSON.parse(new TextDecoder().decode(row['raw_body'] as Uint8Array)).referenceId,
  );

/** Sends events over several connections. In between, a checkpoint writes the file, and later it comes to harm. */
async function sendAround(url: string, path: string, harm: () => void) {
  let stored: string[] = [];
  const accepted: string[] = [];
  const statusesAfter: number[] = [];
  let count = 0;
  async function send(): Promise<void> {
    while (statusesAfter.length < answersAfter) {
      count += 1;
      const wasHarmed = count > answersBefore;
      if (count === answersBefore / 2) query(path, checkpoint);
      if (count === answersBefore) {
        stored = referencesIn(path);
        harm();
      }
      const referenceId = `reference-${count}`;
      const event = { status: 'PAID', milestoneId: `milestone-${count % 20}`, referenceId };
      const { status } = await fetch(url, signedRequest({ event, secret }));
      if (status === 200) accepted.push(referenceId);
      if (wasHarmed) statusesAfter.push(status);
    }
  }
  await Promise.all(Array.from({ length: connections }, send));
  return { stored, accepted, statusesAfter };
}

describe.each<[string, RegExp, (path: string, other: string) => void]>([
  ['the file was removed', /inbox\.db was removed/, (path) => rmSync(path)],
  ['the folder was removed', /inbox\.db was removed/, (path) => rmSync(dirname(path), { recursive: true })],
  ['the log was removed', /inbox\.db-wal was removed/, (path) => rmSync(`${path}-wal`)],
  ['the index of the log was removed', /inbox\.db-shm was removed/, (path) => rmSync(`${path}-shm`)],
  ['the file was replaced', /inbox\.db was replaced/, (path, other) => renameSync(other, path)],
  ['the file was emptied', /inbox\.db was cut off/, (path) => truncateSync(path)],
  ['the file was cut off', /inbox\.db was cut off/, (path) => truncateSync(path, 8_192)],
  ['the log was emptied', /inbox\.db-wal was cut off/, (path) => truncateSync(`${path}-wal`)],
])('once %s', (_title, message, harm) => {
  test('HOOK-3 each event is answered with 503 until it is opened again, and the processing reports it once', async () => {
    const { inbox, path } = openInbox();
    const other = await createOther();
    const errors: unknown[] = [];
    const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers: { PAID: () => {} } });
    const { url, close } = await listen(createServer(createNodeHandler(receiver)));
    onTestFinished(async () => void (await close()));
    receiver.start({ onError: (error) => errors.push(error), retentionInMs: 60_000 });

    const { stored, accepted, statusesAfter } = await sendAround(url, path, () => harm(path, other));
    await until(() => expect(errors).not.toEqual([]));
    await expect(inbox.ready()).rejects.toMatchObject({ code: 'inbox', message: expect.stringMatching(message) });
    await expect(inbox.counts()).rejects.toThrow(message);
    await receiver.stop();

    expect(new Set(statusesAfter)).toEqual(new Set([503]));
    expect(accepted.filter((reference) => !stored.includes(reference))).toEqual([]);
    expect(errors).toMatchObject([
      { code: 'inbox', message: expect.stringMatching(/Stop this process, restore the file, and start it again/) },
    ]);
  });
});

test('an inbox takes no events into a file that comes back, until it is opened again', async () => {
  const { inbox, path } = openInbox();
  await inbox.insert(await incoming());

  renameSync(path, `${path}-moved`);
  await expect(inbox.ready()).rejects.toThrow('was removed');
  renameSync(`${path}-moved`, path);
  await expect(inbox.ready()).rejects.toThrow('was removed');
  await inbox.close();
  const again = createSqliteInbox({ path });
  onTestFinished(() => again.close());

  expect(await again.insert(await incoming())).toBe('duplicate');
});

test('a worker whose folder is removed before it has ever handled an event reports that once, and can be stopped', async () => {
  const { inbox, path } = openInbox();
  const errors: unknown[] = [];
  rmSync(dirname(path), { recursive: true });

  const processing = inbox.start(() => {}, { onError: (error) => errors.push(error) });
  await until(() => expect(errors).not.toEqual([]));
  await processing.stop();

  expect(errors).toMatchObject([{ message: expect.stringContaining('was removed') }]);
});

test('a file that a vacuum makes shorter stays in use', async () => {
  const { inbox, path } = openInbox();
  for (let event = 0; event < 50; event += 1) {
    await inbox.insert(await incoming({ contractId: `milestone-${event}`, note: 'x'.repeat(10_000) }));
  }
  inbox.start(() => {});
  await untilCounts(inbox, { done: 50 });
  query(path, checkpoint);
  await inbox.prune({ olderThanInMs: 0 });
  await inbox.ready();

  query(path, 'vacuum', checkpoint);

  expect(await inbox.insert(await incoming())).toBe('stored');
  expect(referencesIn(path)).toHaveLength(1);
});
