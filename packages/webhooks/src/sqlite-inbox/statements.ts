import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Every statement on events, lanes and asides; `schema.ts` explains the tables. */
const sql = {
  insertEvent: `insert into webhook_events (key, lane, rank, raw_body, received_at)
    values (:key, :lane, :rank, :rawBody, :receivedAt) on conflict (key) do nothing`,
  insertAside: `insert into webhook_asides (reason, raw_body, received_at)
    values (:reason, :rawBody, :receivedAt) on conflict (reason, raw_body) do nothing`,
  findRawBody: `select raw_body from webhook_events where key = :key`,
  findAsides: `select * from webhook_asides order by seq limit :limit`,
  countEvents: `select status, count(*) as count, min(received_at) as oldest from webhook_events group by status`,
  countAsides: `select count(*) as count from webhook_asides`,

  /** A lane that is there already keeps its turn. */
  openLane: `insert into webhook_lanes (lane, seq, due_at) values (:lane, :seq, :dueAt) on conflict (lane) do nothing`,
  findDue: `select e.*,
      (select max(rank) from webhook_events done where done.lane = e.lane and done.status = 'done') as highest_rank
    from webhook_lanes l join webhook_events e on e.seq = l.seq
    where l.due_at <= :now order by l.due_at, l.seq limit :limit`,
  findNextDue: `select min(due_at) as due_at from webhook_lanes where due_at > :now`,
  beginAttempt: `update webhook_events set status = 'processing', attempts = attempts + 1 where seq = :seq`,
  takeLane: `update webhook_lanes set due_at = null where lane = :lane`,

  markDone: `update webhook_events set status = 'done', handled_at = :now, retry_at = null where seq = :seq`,
  markDead: `update webhook_events set status = 'dead', last_error = :lastError, retry_at = null where seq = :seq`,
  markRetry: `update webhook_events set status = 'pending', last_error = :lastError, retry_at = :retryAt where seq = :seq`,
  undoAttempt: `update webhook_events set status = 'pending', attempts = attempts - 1 where seq = :seq`,
  closeLane: `delete from webhook_lanes where lane = :lane`,
  /** A lane's turn goes to its first event that is neither done nor dead. */
  nextInLane: `insert into webhook_lanes (lane, seq, due_at)
    select lane, seq, coalesce(retry_at, :now) from webhook_events
    where lane = :lane and status = 'pending' order by seq limit 1`,

  findDead: `select seq, lane from webhook_events where key = :key and status = 'dead'`,
  revive: `update webhook_events set status = 'pending', attempts = 0 where seq = :seq`,
  findTaken: `select lane from webhook_lanes where lane = :lane and due_at is null`,
  /** What a process that died had begun. */
  resumeEvents: `update webhook_events set status = 'pending' where status = 'processing'`,
  resumeLanes: `update webhook_lanes set due_at = :now where due_at is null`,
} as const;

/** The statements, prepared for one connection. */
export type Statements = Readonly<Record<keyof typeof sql, StatementSync>>;

export function prepareStatements(database: DatabaseSync): Statements {
  const prepared = Object.entries(sql).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(prepared);
}

/** What events are found by. */
export type Column = 'key' | 'lane' | 'status';

/** The events for which everything given holds; a placeholder for each, and `:limit`. */
export function findEventsSql(given: readonly Column[]): string {
  const conditions = given.map((column) => `${column} = :${column}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return `select * from webhook_events ${where} order by seq limit :limit`;
}
