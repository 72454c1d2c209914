import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { isNotDone, type SqlDialect } from '../sql-inbox/schema.ts';
import {
  createChangeStatements,
  highestRank,
  isRunning,
  lastResume,
  type Parameters,
} from '../sql-inbox/statements.ts';

/**
 * The names leave room for the application's own tables in the same file. Times are milliseconds since 1970.
 *
 * `webhook_queue` has a row for each ordering key with open events: the event to handle next, and when it is due, without a
 * time while it is handled. So an index finds the next event, however many are blocked behind it or wait for another attempt.
 * `is_retry` says that it waits for another attempt.
 */
export const sqliteDialect: SqlDialect = {
  tables: {
    events: 'webhook_events',
    queue: 'webhook_queue',
    quarantine: 'webhook_quarantine',
    pause: 'webhook_pause',
    migrations: 'webhook_migrations',
  },
  types: { sequence: 'integer', bytes: 'blob', time: 'integer' },
  tableOptions: ' strict',
  extraTables: `
  create table webhook_queue (
    ordering_key text primary key,
    seq integer not null,
    due_at integer,
    is_retry integer not null default 0
  ) strict, without rowid;
  create index webhook_queue_by_due_time on webhook_queue (due_at, seq, is_retry);
  create index webhook_events_suspects on webhook_events (seq) where status = 'pending' and alone = 1;

  -- One row, which is changed to prove that the file can be written.
  create table webhook_probe (content blob not null) strict;
  insert into webhook_probe values (x'');`,
  // Only the process that has the lock of the file changes events.
  isStillClaimed: 'true',
  // As JSON, because Node 22 reads a text only up to its first U+0000.
  toStoredOrderingKey: (orderingKey) => JSON.stringify(orderingKey),
};

// With the ordering key of the queue, which the attempt takes and queues again, even if that of the event was damaged.
const selectDue = `select e.*, q.ordering_key as ordering_key, coalesce(e.attempts, 0) + 1 as attempt,
    ${highestRank(sqliteDialect, 'q.ordering_key')} as highest_rank, ${lastResume(sqliteDialect)}
    from webhook_queue q join webhook_events e on e.seq = q.seq where q.due_at <= :now and ${isRunning(sqliteDialect)}`;

/** The statements of a SQLite inbox, besides its queries. */
export const sqliteStatements = {
  ...createChangeStatements(sqliteDialect),

  insertEvent: `insert into webhook_events (key, ordering_key, rank, raw_body, received_at)
    values (:key, :orderingKey, :rank, :rawBody, :receivedAt) on conflict (key) do nothing returning seq`,
  revive: `
    update webhook_events set status = 'pending', attempts = 0, alone = 0, replayed_at = :now
    where key = :key and status = 'dead' returning ordering_key`,
  isStored: `select 1 from webhook_events where key = :key and raw_body = :rawBody`,

  // As large as an event may be, and another content each time: SQLite does not write the same one again.
  changeProbe: `update webhook_probe set content = randomblob(65536)`,

  // If the key is queued already, its row stays.
  enqueueKey: `insert into webhook_queue (ordering_key, seq, due_at) values (:orderingKey, :seq, :dueAt)
    on conflict (ordering_key) do nothing`,
  findDue: `${selectDue} order by q.due_at, q.seq limit :limit`,
  findDueSuspect: `${selectDue} and q.ordering_key = :orderingKey and q.seq = :seq`,
  findNextDue: `select min(due_at) as due_at from webhook_queue where due_at > :now`,
  beginAttempt: `update webhook_events set status = 'processing', attempts = :attempt, alone = :alone where seq = :seq`,
  endAlone: `update webhook_events set alone = 0 where status = 'processing' and alone = 1 and ${isNotDone}`,
  takeKey: `update webhook_queue set due_at = null where ordering_key = :orderingKey`,
  isTaken: `select 1 from webhook_queue where ordering_key = :orderingKey and due_at is null`,
  dequeueKey: `delete from webhook_queue where ordering_key = :orderingKey`,
  // Queues the first event of the key that is neither done nor dead.
  enqueueNextOfKey: `insert into webhook_queue (ordering_key, seq, due_at, is_retry)
    select ordering_key, seq, coalesce(retry_at, :now), retry_at is not null from webhook_events
    where ordering_key = :orderingKey and status = 'pending' order by seq limit 1`,

  // What a dead process left, and the suspects of earlier ones.
  findLeftBehind: `select *, ${lastResume(sqliteDialect)} from webhook_events where seq in (
      select seq from webhook_events where status = 'processing' and ${isNotDone}
      union all select seq from webhook_events where status = 'pending' and alone = 1
    ) order by seq`,
  resumeKeys: `update webhook_queue set due_at = :now where due_at is null`,
};

/** Runs a statement and returns its rows. */
export type RunSync = <Row extends object>(text: string, parameters?: Parameters) => Row[];

/** Prepares each statement once. */
export function createRunSync(database: DatabaseSync): RunSync {
  const prepared = new Map<string, StatementSync>();
  function prepare(text: string): StatementSync {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  }
  return <Row extends object>(text: string, parameters: Parameters = {}) => {
    const statement = prepare(text);
    const values = toSqliteValues(parameters);
    try {
      return statement.all(values) as Row[];
    } catch (error) {
      // A damaged number, too large to be read exactly, must not hide other rows. Only a reading statement may run again.
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_OUT_OF_RANGE';
      if (!isTooLarge || !text.trimStart().startsWith('select')) throw error;
      return readInexactly(statement, values) as Row[];
    }
  };
}

/** Rows whose numbers may be too large for a number, and are then rounded. */
function readInexactly(statement: StatementSync, values: Record<string, SQLInputValue>): object[] {
  statement.setReadBigInts(true);
  try {
    return statement.all(values).map(roundBigInts);
  } finally {
    statement.setReadBigInts(false);
  }
}

const roundBigInts = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'bigint' ? Number(value) : value]),
  );

function toSqliteValues(parameters: Parameters): Record<string, SQLInputValue> {
  const values: Record<string, unknown> = { ...parameters };
  // A loop for speed: it runs for each statement.
  for (const name in values) {
    const value = values[name];
    if (value instanceof Date) values[name] = value.getTime();
  }
  return values as Record<string, SQLInputValue>;
}
