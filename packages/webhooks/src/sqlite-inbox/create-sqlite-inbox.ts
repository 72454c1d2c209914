import type { DatabaseSync } from 'node:sqlite';
import { closable } from '../inbox/closable.ts';
import { differentBody } from '../inbox/different-body.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { IncomingEvent, QuarantinedBody } from '../inbox/incoming-event.ts';
import { orderingKeyOf } from '../inbox/ordering-key.ts';
import { statusRank } from '../inbox/status-rank.ts';
import { defaultLimit, type EventFilter, type InboxCounts } from '../inbox/stored-event.ts';
import type { JoinTransaction } from '../processing/attempt.ts';
import { createOneProcessing } from '../processing/one-processing.ts';
import { processLocally } from '../processing/process-locally.ts';
import type { WorkLoop } from '../processing/work-loop.ts';
import { createCommitter } from './committer.ts';
import { openDatabase } from './open-database.ts';
import { createProcessingLock } from './processing-lock.ts';
import { rowToQuarantinedBody, rowToStoredEvent } from './rows.ts';
import { createSqliteStore } from './sqlite-store.ts';
import { type Column, findEventsSql, prepareStatements, type Statements } from './statements.ts';
import { storeError } from './store-error.ts';

/** Where the inbox is. */
export interface SqliteInboxOptions {
  /**
   * The database file, on a disk of this machine; created where it is missing. The application's own tables may be in it.
   * Two more files of its name hold the latest commits (`-wal`, `-shm`), a third is the lock of the processing.
   */
  path: string;
  /**
   * How long a commit waits for another process that writes the file, 5000 by default. This process waits with everything
   * that it does, so no transaction on the file may stay open for long.
   */
  busyTimeoutInMs?: number;
}

/**
 * Registers what is to be written once the handler has resolved, in the transaction that marks the event done. It is a
 * function that is not async: SQLite has one writer at a time, so a transaction that stayed open while a handler awaits
 * would keep every event from being stored.
 */
export type SqliteTransaction = JoinTransaction<DatabaseSync>;

/**
 * An inbox in one SQLite file, for one machine, on Node's own `node:sqlite` (Node >= 22.13). Every commit waits for the
 * disk; inserts that arrive together share one. Several processes may store into one file; one of them handles the
 * events, and another that was started takes over within a second when it stops or dies.
 *
 * Throws a WebhookError that names `path` and the remedy where the file cannot be used.
 */
export function createSqliteInbox({ path, busyTimeoutInMs = 5_000 }: SqliteInboxOptions): Inbox<SqliteTransaction> {
  const database = openDatabase(path, busyTimeoutInMs);
  const statements = prepareStatements(database);
  const commit = createCommitter(database);
  const lock = createProcessingLock(`${path}-processing`);
  const processing = createOneProcessing<WorkLoop>();

  async function change<Result>(work: () => Result): Promise<Result> {
    const result = await commit(work);
    processing.current()?.wake();
    return result;
  }

  return closable({
    insert: (incoming) => change(() => insert(statements, incoming)),
    quarantine: (body) => change(() => quarantine(statements, body)),
    start(handle, options) {
      const store = createSqliteStore({ database, statements, commit, lock });
      return processing.begin(() => processLocally(store, handle, options));
    },
    find: (filter) => read(() => find(database, filter)),
    counts: () => read(() => count(statements, new Date())),
    deadLetters: () => read(() => find(database, { status: 'dead' })),
    replay: (key) => change(() => replay(statements, key)),
    findQuarantined: (limit = defaultLimit) =>
      read(() => statements.findQuarantined.all({ limit }).map(rowToQuarantinedBody)),
    async close() {
      await processing.stop();
      // What was handed over before is committed first.
      await commit(() => {}).catch(() => {});
      database.close();
    },
  });
}

async function read<Result>(find: () => Result): Promise<Result> {
  try {
    return find();
  } catch (error) {
    throw storeError(error);
  }
}

function insert(statements: Statements, { key, event, rawBody, receivedAt }: IncomingEvent): 'stored' | 'duplicate' {
  const orderingKey = orderingKeyOf({ key, event });
  const rank = statusRank(event) ?? null;
  const inserted = statements.insertEvent.run({ key, orderingKey, rank, rawBody, receivedAt: receivedAt.getTime() });
  if (inserted.changes === 0) {
    const isSame = statements.findRawBody.get({ key })?.['raw_body'] === rawBody;
    if (!isSame) quarantine(statements, { rawBody, reason: differentBody(key), receivedAt });
    return 'duplicate';
  }
  statements.enqueueKey.run({ orderingKey, seq: inserted.lastInsertRowid, dueAt: Date.now() });
  return 'stored';
}

function quarantine(statements: Statements, { rawBody, reason, receivedAt }: QuarantinedBody): void {
  statements.insertQuarantined.run({ rawBody, reason, receivedAt: receivedAt.getTime() });
}

function find(
  database: DatabaseSync,
  { key, milestoneId: ordering_key, status, limit = defaultLimit }: EventFilter = {},
) {
  const given = Object.entries({ key, ordering_key, status }).filter(
    (entry): entry is [Column, string] => entry[1] !== undefined,
  );
  const statement = database.prepare(findEventsSql(given.map(([column]) => column)));
  return statement.all({ ...Object.fromEntries(given), limit }).map(rowToStoredEvent);
}

function count(statements: Statements, now: Date): InboxCounts {
  const counts = { pending: 0, processing: 0, done: 0, dead: 0 };
  const oldest: number[] = [];
  for (const row of statements.countEvents.all()) {
    const status = row['status'] as keyof typeof counts;
    counts[status] = Number(row['count']);
    if (status === 'pending' || status === 'processing') oldest.push(Number(row['oldest']));
  }
  const oldestAgeInMs = oldest.length > 0 ? now.getTime() - Math.min(...oldest) : undefined;
  return { ...counts, quarantined: Number(statements.countQuarantined.get()?.['count']), oldestAgeInMs };
}

/** An ordering key in which an event is being handled passes its turn by itself. */
function replay(statements: Statements, key: string): boolean {
  const dead = statements.findDead.get({ key });
  if (!dead) return false;
  const { seq, ordering_key: orderingKey } = dead as { seq: number; ordering_key: string };
  statements.revive.run({ seq });
  if (!statements.findTaken.get({ orderingKey })) {
    statements.dequeueKey.run({ orderingKey });
    statements.enqueueNextOfKey.run({ orderingKey, now: Date.now() });
  }
  return true;
}
