/** The channel on which processes hear of new events. */
const channelOf = (schema: string): string => `${schema}_new_events`;

/** Every statement on the tables of one schema, which `schema.ts` shows. */
export type Sql = Readonly<Record<StatementName, string>>;

export type StatementName =
  | 'insertEvents'
  | 'findDifferent'
  | 'insertQuarantined'
  | 'findDueKeys'
  | 'listen'
  | 'lockKey'
  | 'unlockKey'
  | 'claim'
  | 'begin'
  | 'commit'
  | 'rollback'
  | 'markDone'
  | 'markDead'
  | 'markRetry'
  | 'undoAttempt'
  | 'revive'
  | 'findQuarantined'
  | 'count';

export function createSql(schema: string): Sql {
  const events = `${schema}.events`;
  const quarantined = `${schema}.quarantine`;
  /** A commit may have succeeded whose connection broke, and another process may have begun the next attempt meanwhile. */
  const isAttempt = `seq = $1 and attempts = $2 and status = 'processing'`;
  const isOpen = `status in ('pending', 'processing')`;
  const lockOf = (ordering_key: string): string => `hashtextextended('${schema}:' || ${ordering_key}, 0)`;
  const notify = `pg_notify('${channelOf(schema)}', '')`;

  return {
    /**
     * Numbered in the order of arrival, but written in a fixed one, so that two receivers wait for each other but never in
     * a circle.
     */
    insertEvents: `
      with numbered as materialized (
        select nextval(pg_get_serial_sequence('${events}', 'seq')) as seq, incoming.*
        from unnest($1::text[], $2::text[], $3::smallint[], $4::bytea[], $5::timestamptz[])
          as incoming (key, ordering_key, rank, raw_body, received_at)
      ), stored as (
        insert into ${events} (seq, key, ordering_key, rank, raw_body, received_at)
        overriding system value
        select * from numbered order by key, seq
        on conflict (key) do nothing
        returning key
      )
      select key, ${notify} from stored`,
    /** The bodies that differ from those stored under their keys. */
    findDifferent: `
      select given.index from unnest($1::text[], $2::bytea[]) with ordinality as given (key, raw_body, index)
      join ${events} stored on stored.key = given.key where stored.raw_body <> given.raw_body`,
    insertQuarantined: `
      insert into ${quarantined} (digest, reason, raw_body, received_at) values ($1, $2, $3, $4)
      on conflict (digest) do nothing`,
    /**
     * The next ordering keys after `$4` that nobody handles and whose first open event is due, or was begun by a process that died.
     * From one ordering key it leaps to the next, whatever waits in them. The locks that are tried end with the statement.
     */
    findDueKeys: `
      with recursive heads as (
        (select ordering_key, status, retry_at from ${events} where ordering_key > $4 and ${isOpen} order by ordering_key, seq limit 1)
        union all
        select next.* from heads, lateral (
          select ordering_key, status, retry_at from ${events} where ordering_key > heads.ordering_key and ${isOpen} order by ordering_key, seq limit 1
        ) next
      )
      select ordering_key from heads
      where (status = 'processing' or retry_at is null or retry_at <= $2) and ordering_key <> all($3::text[])
      and pg_try_advisory_xact_lock(${lockOf('ordering_key')}) limit $1`,
    listen: `listen ${channelOf(schema)}`,

    /** One at a time a key: held by the connection that handles it, freed when that ends, however it ends. */
    lockKey: `select pg_try_advisory_lock(${lockOf('$1')}) as is_locked`,
    unlockKey: `select pg_advisory_unlock(${lockOf('$1')})`,
    /** The first open event of an ordering key, with its attempt begun where it is due, or where it was begun by a process that died. */
    claim: `
      with head as (
        select seq, status, retry_at from ${events} where ordering_key = $1 and ${isOpen} order by seq limit 1
      ), claimed as (
        update ${events} e set status = 'processing', attempts = attempts + 1 from head
        where e.seq = head.seq and (head.status = 'processing' or head.retry_at is null or head.retry_at <= $2)
        returning e.seq, e.key, e.ordering_key, e.rank, e.raw_body, e.received_at, e.attempts
      )
      select head.retry_at, claimed.*,
        (select max(rank) from ${events} done where done.ordering_key = $1 and done.status = 'done') as highest_rank
      from head left join claimed on true`,
    markDone: `update ${events} set status = 'done', handled_at = $2, retry_at = null where seq = $1`,
    markDead: `update ${events} set status = 'dead', last_error = $3, retry_at = null where ${isAttempt}`,
    markRetry: `update ${events} set status = 'pending', last_error = $3, retry_at = $4 where ${isAttempt}`,
    undoAttempt: `update ${events} set status = 'pending', attempts = attempts - 1 where ${isAttempt} returning ${notify}`,
    revive: `
      update ${events} set status = 'pending', attempts = 0 where key = $1 and status = 'dead' returning ${notify}`,
    begin: 'begin',
    commit: 'commit',
    rollback: 'rollback',

    findQuarantined: `select * from ${quarantined} order by seq limit $1`,
    count: `
      select status, count(*)::int as count, min(received_at) as oldest from ${events} group by status
      union all select 'quarantined', count(*)::int, null from ${quarantined}`,
  };
}

/** What events are found by. */
export type Column = 'key' | 'ordering_key' | 'status';

/** The events for which everything given holds: `$1` is the limit, the columns follow. */
export function findEventsSql(schema: string, given: readonly Column[]): string {
  const conditions = given.map((column, index) => `${column} = $${index + 2}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return `select * from ${schema}.events ${where} order by seq limit $1`;
}
