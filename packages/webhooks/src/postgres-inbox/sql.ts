import { queueSchema } from './schema.ts';

/** The task of the queue engine: to handle what is open in one lane. */
export const handleLaneTask = 'handle_lane';

/** Jobs are never given up: which events are, the table of events says. */
const jobAttempts = 32_767;

/** Every statement on events, asides and jobs of one schema; `schema.ts` shows the tables. */
export type Sql = Readonly<Record<StatementName, string>>;

export type StatementName =
  | 'insertEvents'
  | 'findDifferent'
  | 'insertAside'
  | 'addJobs'
  | 'lockLane'
  | 'unlockLane'
  | 'claim'
  | 'markDone'
  | 'markDead'
  | 'markRetry'
  | 'undoAttempt'
  | 'revive'
  | 'unlockDeadWorkers'
  | 'lockWorker'
  | 'findForgotten'
  | 'findAsides'
  | 'count';

export function createSql(schema: string): Sql {
  const events = `${schema}.events`;
  const asides = `${schema}.asides`;
  const queue = queueSchema(schema);
  /** A commit may have succeeded whose connection broke, and another process may have begun the next attempt meanwhile. */
  const isAttempt = `seq = $1 and attempts = $2 and status = 'processing'`;
  const isOpen = `status in ('pending', 'processing')`;
  const lockOf = (name: string): string => `hashtextextended('${schema}:' || ${name}, 0)`;
  const specOf = (lane: string, runAt: string): string =>
    `('${handleLaneTask}', json_build_object('lane', ${lane}), null, ${runAt}, ${jobAttempts}, ${lane}, null, null)::${queue}.job_spec`;

  return {
    /**
     * Events and the jobs of their lanes in one statement, numbered in the order of arrival, but written in a fixed one, so
     * that two receivers wait for each other but never in a circle. A lane whose job is waiting keeps it. `is_queued` is
     * false where that job was begun meanwhile.
     */
    insertEvents: `
      with numbered as materialized (
        select nextval(pg_get_serial_sequence('${events}', 'seq')) as seq, incoming.*
        from unnest($1::text[], $2::text[], $3::smallint[], $4::bytea[], $5::timestamptz[])
          as incoming (key, lane, rank, raw_body, received_at)
      ), stored as (
        insert into ${events} (seq, key, lane, rank, raw_body, received_at)
        overriding system value
        select * from numbered order by key, seq
        on conflict (key) do nothing
        returning key, lane
      ), specs as (
        select array(select ${specOf('lane', 'null')} from (select distinct lane from stored) lanes order by lane) as specs
      ), queued as (
        select job.key from specs, ${queue}.add_jobs(specs.specs, true) job where cardinality(specs.specs) > 0
      )
      select key, lane, lane in (select key from queued) as is_queued from stored`,
    /** The bodies that differ from those stored under their keys. */
    findDifferent: `
      select given.index from unnest($1::text[], $2::bytea[]) with ordinality as given (key, raw_body, index)
      join ${events} stored on stored.key = given.key where stored.raw_body <> given.raw_body`,
    insertAside: `
      insert into ${asides} (digest, reason, raw_body, received_at) values ($1, $2, $3, $4)
      on conflict (digest) do nothing`,
    /** The delay counts from the database's time, because that is the engine's: a clock that is behind would not wait. */
    addJobs: `select from ${queue}.add_jobs(array(
      select ${specOf('lane', `now() + $2::bigint * interval '1 ms'`)} from unnest($1::text[]) lane order by lane))`,

    /** One at a time a lane: held by the connection that handles it, freed when that ends, however it ends. */
    lockLane: `select pg_try_advisory_lock(${lockOf('$1')}) as is_locked`,
    unlockLane: `select pg_advisory_unlock(${lockOf('$1')})`,
    /** The first open event of a lane, with its attempt begun where it is due. */
    claim: `
      with head as (
        select seq, retry_at from ${events} where lane = $1 and ${isOpen} order by seq limit 1
      ), claimed as (
        update ${events} e set status = 'processing', attempts = attempts + 1 from head
        where e.seq = head.seq and (head.retry_at is null or head.retry_at <= $2)
        returning e.seq, e.key, e.lane, e.rank, e.raw_body, e.received_at, e.attempts
      )
      select head.retry_at, claimed.*,
        (select max(rank) from ${events} done where done.lane = $1 and done.status = 'done') as highest_rank
      from head left join claimed on true`,
    markDone: `update ${events} set status = 'done', handled_at = $2, retry_at = null where seq = $1`,
    markDead: `update ${events} set status = 'dead', last_error = $3, retry_at = null where ${isAttempt}`,
    markRetry: `update ${events} set status = 'pending', last_error = $3, retry_at = $4 where ${isAttempt}`,
    undoAttempt: `
      with undone as (
        update ${events} set status = 'pending', attempts = attempts - 1
        where ${isAttempt} returning lane
      )
      select from ${queue}.add_jobs(array(select ${specOf('lane', 'null')} from undone))`,
    revive: `
      with revived as (
        update ${events} set status = 'pending', attempts = 0 where key = $1 and status = 'dead' returning lane
      )
      select lane from revived, ${queue}.add_jobs(array(select ${specOf('lane', 'null')} from revived))`,

    /** Jobs of workers whose lock is free: their processes are dead. The engine alone would wait for four hours. */
    unlockDeadWorkers: `
      select ${queue}.force_unlock_workers(array(
        select locked_by from (
          select distinct locked_by from ${queue}.jobs where locked_by is not null and locked_by <> $1
        ) workers where pg_try_advisory_xact_lock(${lockOf('locked_by')})))`,
    lockWorker: `select pg_advisory_lock(${lockOf('$1')})`,
    /** Lanes with open events that no job stands for. */
    findForgotten: `
      select distinct lane from ${events} where ${isOpen}
      and not exists (select from ${queue}.jobs where jobs.key = lane)
      limit 1000`,

    findAsides: `select * from ${asides} order by seq limit $1`,
    count: `
      select status, count(*)::int as count, min(received_at) as oldest from ${events} group by status
      union all select 'aside', count(*)::int, null from ${asides}`,
  };
}

/** What events are found by. */
export type Column = 'key' | 'lane' | 'status';

/** The events for which everything given holds: `$1` is the limit, the columns follow. */
export function findEventsSql(schema: string, given: readonly Column[]): string {
  const conditions = given.map((column, index) => `${column} = $${index + 2}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return `select * from ${schema}.events ${where} order by seq limit $1`;
}
