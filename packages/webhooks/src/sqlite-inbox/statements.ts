import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Every statement on events, the queue and the quarantine; `schema.ts` explains the tables. */
const sql = {
  insertEvent: `insert into webhook_events (key, ordering_key, rank, raw_body, received_at)
    values (:key, :orderingKey, :rank, :rawBody, :receivedAt) on conflict (key) do nothing`,
  insertQuarantined: `insert into webhook_quarantine (reason, raw_body, received_at)
    values (:reason, :rawBody, :receivedAt) on conflict (reason, raw_body) do nothing`,
  findRawBody: `select raw_body from webhook_events where key = :key`,
  findQuarantined: `select * from webhook_quarantine order by seq limit :limit`,
  countEvents: `select status, count(*) as count, min(received_at) as oldest from webhook_events group by status`,
  countQuarantined: `select count(*) as count from webhook_quarantine`,

  /** An ordering key that is there already keeps its turn. */
  enqueueKey: `insert into webhook_queue (ordering_key, seq, due_at) values (:orderingKey, :seq, :dueAt) on conflict (ordering_key) do nothing`,
  findDue: `select e.*,
      (select max(rank) from webhook_events done where done.ordering_key = e.ordering_key and done.status = 'done') as highest_rank
    from webhook_queue l join webhook_events e on e.seq = l.seq
    where l.due_at <= :now order by l.due_at, l.seq limit :limit`,
  findNextDue: `select min(due_at) as due_at from webhook_queue where due_at > :now`,
  beginAttempt: `update webhook_events set status = 'processing', attempts = attempts + 1 where seq = :seq`,
  takeKey: `update webhook_queue set due_at = null where ordering_key = :orderingKey`,

  markDone: `update webhook_events set status = 'done', handled_at = :now, retry_at = null where seq = :seq`,
  markDead: `update webhook_events set status = 'dead', last_error = :lastError, retry_at = null where seq = :seq`,
  markRetry: `update webhook_events set status = 'pending', last_error = :lastError, retry_at = :retryAt where seq = :seq`,
  undoAttempt: `update webhook_events set status = 'pending', attempts = attempts - 1 where seq = :seq`,
  dequeueKey: `delete from webhook_queue where ordering_key = :orderingKey`,
  /** The turn of an ordering key goes to its first event that is neither done nor dead. */
  enqueueNextOfKey: `insert into webhook_queue (ordering_key, seq, due_at)
    select ordering_key, seq, coalesce(retry_at, :now) from webhook_events
    where ordering_key = :orderingKey and status = 'pending' order by seq limit 1`,

  findDead: `select seq, ordering_key from webhook_events where key = :key and status = 'dead'`,
  revive: `update webhook_events set status = 'pending', attempts = 0 where seq = :seq`,
  findTaken: `select ordering_key from webhook_queue where ordering_key = :orderingKey and due_at is null`,
  /** What a process that died had begun. */
  resumeEvents: `update webhook_events set status = 'pending' where status = 'processing'`,
  resumeKeys: `update webhook_queue set due_at = :now where due_at is null`,
} as const;

/** The statements, prepared for one connection. */
export type Statements = Readonly<Record<keyof typeof sql, StatementSync>>;

export function prepareStatements(database: DatabaseSync): Statements {
  const prepared = Object.entries(sql).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(prepared);
}

/** What events are found by. */
export type Column = 'key' | 'ordering_key' | 'status';

/** The events for which everything given holds; a placeholder for each, and `:limit`. */
export function findEventsSql(given: readonly Column[]): string {
  const conditions = given.map((column) => `${column} = :${column}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return `select * from webhook_events ${where} order by seq limit :limit`;
}
