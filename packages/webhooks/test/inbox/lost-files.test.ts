import { mkdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { until } from '@escrow-kit/tools/until';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import { createWebhookReceiver, type Inbox } from '../../src/index.ts';
import { paid, requestFor, secret } from '../support/receiver.ts';
import { incoming } from './support/describe-inboxes.ts';
import { untilCounts } from './support/until.ts';

/** Opens an inbox in a folder of its own. */
function openInbox(): { inbox: Inbox; path: string } {
  const path = join(temporaryFolder(), 'data', 'inbox.db');
  mkdirSync(dirname(path));
  const inbox = createSqliteInbox({ path });
  onTestFinished(() => inbox.close());
  return { inbox: inbox as Inbox, path };
}

/** The path of another valid inbox with an event in it, which is closed. */
async function createOther(): Promise<string> {
  const path = join(temporaryFolder(), 'other.db');
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

test.each<[string, RegExp, (path: string, other: string) => void]>([
  ['the file was removed', /inbox\.db was removed/, (path) => rmSync(path)],
  ['the folder was removed', /inbox\.db was removed/, (path) => rmSync(dirname(path), { recursive: true })],
  ['the log was removed', /inbox\.db-wal was removed/, (path) => rmSync(`${path}-wal`)],
  ['the index of the log was removed', /inbox\.db-shm was removed/, (path) => rmSync(`${path}-shm`)],
  ['the file was replaced', /inbox\.db was replaced/, (path, other) => renameSync(other, path)],
  ['the file was emptied', /inbox\.db was cut off/, (path) => truncateSync(path)],
  ['the file was cut off', /inbox\.db was cut off/, (path) => truncateSync(path, 8_192)],
  ['the log was emptied', /inbox\.db-wal was cut off/, (path) => truncateSync(`${path}-wal`)],
])(
  'HOOK-3 once %s, each event is answered with 503 until it is opened again, and the processing reports it once',
  async (_title, message, harm) => {
    const { inbox, path } = openInbox();
    const other = await createOther();
    const errors: unknown[] = [];
    const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers: { PAID: () => {} } });
    receiver.start({ onError: (error) => errors.push(error), retentionInMs: 60_000 });
    const sendEach = (references: string[]) =>
      Promise.all(
        references.map(async (referenceId) => {
          const { status } = await receiver.receive(requestFor({ ...paid, referenceId }));
          return [referenceId, status] as const;
        }),
      );
    await sendEach(['1', '2']);
    query(path, checkpoint);
    await sendEach(['3', '4']);
    const inProgress = sendEach(['5', '6', '7']);
    const stored = referencesIn(path);

    harm(path, other);
    const after = await sendEach(['8', '9']);
    await until(() => expect(errors).not.toEqual([]));
    await expect(inbox.ready()).rejects.toMatchObject({ code: 'inbox', message: expect.stringMatching(message) });
    await expect(inbox.counts()).rejects.toThrow(message);
    after.push(...(await sendEach(['10'])));
    await receiver.stop();

    const accepted = (await inProgress).flatMap(([reference, status]) => (status === 200 ? [reference] : []));
    expect(accepted.filter((reference) => !stored.includes(reference))).toEqual([]);
    expect(after.map(([, status]) => status)).toEqual([503, 503, 503]);
    expect(errors).toMatchObject([
      { code: 'inbox', message: expect.stringMatching(/Stop this process, .* restore the file, and start it again/) },
    ]);
  },
);

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

test('a file that a vacuum makes shorter stays in use', async () => {
  const { inbox, path } = openInbox();
  for (let event = 0; event < 20; event += 1) {
    await inbox.insert(await incoming({ contractId: `milestone-${event}`, note: 'x'.repeat(10_000) }));
  }
  inbox.start(() => {});
  await untilCounts(inbox, { done: 20 });
  query(path, checkpoint);
  await inbox.prune({ olderThanInMs: 0 });
  await inbox.ready();

  query(path, 'vacuum', checkpoint);

  expect(await inbox.insert(await incoming())).toBe('stored');
  expect(referencesIn(path)).toHaveLength(1);
});
