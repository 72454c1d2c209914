import { createHash } from 'node:crypto';
import { createChangeStatements, highestRank, lastResume, type SqlDialect } from './sql.ts';

/**
 * The names of the tables are in the schema. Times come from the clock of the inbox.
 *
 * - `queue` has a row for each ordering key with open events, which says when its first one is due, or earlier. So an index finds
 *   due events, however many wait behind them or for another attempt. A row that is due too early costs a claim that finds
 *   nothing. `inserts` changes with each new event: a process that found no open event deletes the row only if none came since.
 *   Claims read past the rows that were deleted since the last vacuum, so that comes early, however many rows there are.
 * - `turns` has a row for each ordering key that was ever claimed. Whoever has locked it has the turn of the key, until its
 *   transaction ends. No insert waits for it. It names the last claim, so that whoever is late to take the turn after it
 *   notices if another process has taken over. Only this table is locked while a handler runs.
 */
export function createDialect(schema: string): SqlDialect {
  const events = `${schema}.events`;
  return {
    tables: {
      events,
      queue: `${schema}.queue`,
      quarantine: `${schema}.quarantine`,
      pause: `${schema}.pause`,
      migrations: `${schema}.migrations`,
    },
    types: { sequence: 'bigint generated always as identity', bytes: 'bytea', time: 'bigint' },
    tableOptions: '',
    extraTables: `
      create index ${schema}_events_open on ${events} (ordering_key, seq) where ${isOpen};
      create table ${schema}.queue (
        ordering_key text primary key,
        due_at bigint not null,
        inserts integer not null default 0
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
      create index queue_by_due_time on ${schema}.queue (due_at, ordering_key);
      create table ${schema}.turns (
        ordering_key text primary key,
        claim text,
        claimed_at timestamptz not null default '-infinity'
      );
      ${createFunctions(schema)}`,
    // A column of an event has the name of its table here, because the turn has one of the same name.
    isStillClaimed: `exists (
      select 1 from ${schema}.turns turn where turn.ordering_key = events.ordering_key and turn.claim is not distinct from :claim
    )`,
    // A hash, because its length is fixed and PostgreSQL text can hold all its characters.
    toStoredOrderingKey: (orderingKey) => createHash('sha256').update(orderingKey).digest('hex'),
  };
}

const isOpen = `status in ('pending', 'processing')`;

/**
 * An attempt takes the turn of its ordering key right after its claim is committed: if it has not by then, its process ended, or
 * lost its connection. By the clock of the server, because the clocks of processes differ.
 */
const isClaimOld = `claimed_at < clock_timestamp() - interval '1 second'`;

/** How long an ordering key is left alone whose turn is held for another reason than an attempt: its connection is ending. */
const pauseOfHeldKeyInMs = 250;

/** `:now`, but neither the cast `::text` nor the text `'shop:'`. */
export const namedParameter: RegExp = /(?<!:):([a-zA-Z]+)/g;

/**
 * What is done for each event, as functions of the database: each session keeps their plans by itself, which a statement without
 * a name cannot, and makes them five times as fast. A later version adds functions of other names.
 */
function createFunctions(schema: string): string {
  const events = `${schema}.events`;
  const queue = `${schema}.queue`;
  const turns = `${schema}.turns`;
  const isPaused = `exists (select 1 from ${schema}.pause where resumed_at is null)`;
  return [
    // Numbered in order of arrival but written in order of the keys, so two receivers may wait for each other, but never
    // deadlock. Due a second before it arrived, because the clocks of machines differ.
    createFunction(
      `${schema}.insert_events(:keys text[], :orderingKeys text[], :ranks integer[], :rawBodies bytea[], :times bigint[])
      returns setof text`,
      `return query
      with numbered as materialized (
        select nextval(pg_get_serial_sequence('${events}', 'seq')) as seq, incoming.*
        from unnest(:keys, :orderingKeys, :ranks, :rawBodies, :times)
          as incoming (key, ordering_key, rank, raw_body, received_at)
      ), stored as (
        insert into ${events} (seq, key, ordering_key, rank, raw_body, received_at)
        overriding system value
        select * from numbered order by key, seq
        on conflict (key) do nothing
        returning key, ordering_key, received_at
      ), queued as (
        insert into ${queue} (ordering_key, due_at)
        select ordering_key, min(received_at) - 1000 from stored group by ordering_key order by ordering_key
        on conflict (ordering_key)
        do update set due_at = least(${queue}.due_at, excluded.due_at), inserts = ${queue}.inserts + 1
      )
      select key from stored`,
    ),
    // The due ordering keys whose turn is free, with the state of each; the longest due first. It goes from row to row of the
    // index. A turn that it tries is free again when it ends.
    createFunction(
      `${schema}.find_due_keys(:now bigint, :running text[], :limit integer) returns table (ordering_key text, state text)`,
      `return query
      with recursive due as (
        (select ordering_key, due_at from ${queue}
          where due_at <= :now and not ${isPaused}
          order by due_at, ordering_key limit 1)
        union all
        select next.* from due, lateral (
          select ordering_key, due_at from ${queue}
          where (due_at, ordering_key) > (due.due_at, due.ordering_key) and due_at <= :now
          order by due_at, ordering_key limit 1
        ) next
      )
      select due.ordering_key, case
        when processing.seq is not null then 'left behind'
        when head.status = 'pending' and head.is_suspect = 1 then 'suspect'
        else 'ready' end
      from due
      left join lateral (
        select status, is_suspect from ${events} where ordering_key = due.ordering_key and ${isOpen} order by seq limit 1
      ) head on true
      left join lateral (
        select seq from ${events} where ordering_key = due.ordering_key and status = 'processing' limit 1
      ) processing on true
      where due.ordering_key <> all(:running) and (
        processing.seq is null
        or exists (
          select 1 from ${turns} where ordering_key = due.ordering_key and ${isClaimOld} for update skip locked
        )
        or not exists (select 1 from ${turns} where ordering_key = due.ordering_key)
      ) limit :limit`,
    ),
    // Whether nobody else has the turn of an ordering key. An insert alone would wait for a process that is claiming the key.
    createFunction(
      `${schema}.take_turn(:orderingKey text) returns boolean`,
      `insert into ${turns} (ordering_key)
      select :orderingKey where not exists (select 1 from ${turns} where ordering_key = :orderingKey)
      on conflict do nothing;
      perform 1 from ${turns} where ordering_key = :orderingKey for update skip locked;
      return found`,
    ),
    // Starts an attempt at the first open event of an ordering key, if it is due, a suspect or not as expected, and nobody has
    // the turn. The statement that follows the lock sees whatever was changed under it.
    createFunction(
      `${schema}.claim(:orderingKey text, :now bigint, :latest bigint, :isSuspect integer, :runsByItself integer, :claim text)
      returns setof ${events}`,
      `if not ${schema}.take_turn(:orderingKey) then
        return;
      end if;
      return query
      with head as (
        select seq, status, retry_at, is_suspect from ${events} where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      ), claimed as (
        update ${events} e set status = 'processing', attempts = coalesce(e.attempts, 0) + 1, is_suspect = :runsByItself
        from head
        where e.seq = head.seq and head.status = 'pending' and head.is_suspect = :isSuspect
        and (head.retry_at is null or head.retry_at <= :now or head.retry_at > :latest)
        and not exists (
          select 1 from ${events} other where other.ordering_key = :orderingKey and other.status = 'processing'
        )
        and not ${isPaused}
        returning e.*
      ), taken as (
        update ${turns} turn set claim = :claim, claimed_at = clock_timestamp() from claimed
        where turn.ordering_key = :orderingKey
      )
      select claimed.* from claimed`,
    ),
    // Queues the next open event, unless others came since or one is being attempted. If somebody else has the turn, the key is
    // put off, so that it holds up no others.
    createFunction(
      `${schema}.requeue(:orderingKey text, :now bigint) returns void`,
      `if not ${schema}.take_turn(:orderingKey) then
        update ${queue} set due_at = :now + ${pauseOfHeldKeyInMs} where ordering_key = :orderingKey and due_at <= :now
        and not exists (select 1 from ${events} where ordering_key = :orderingKey and status = 'processing');
        return;
      end if;
      with head as (
        select retry_at from ${events} where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      ), seen as (
        select inserts from ${queue} where ordering_key = :orderingKey and not exists (
          select 1 from ${events} where ordering_key = :orderingKey and status = 'processing'
        )
      ), queued as (
        update ${queue} queued set due_at = coalesce(head.retry_at, :now)
        from head, seen
        where queued.ordering_key = :orderingKey and queued.inserts = seen.inserts
      )
      delete from ${queue} dequeued using seen
      where dequeued.ordering_key = :orderingKey and dequeued.inserts = seen.inserts and not exists (select 1 from head)`,
    ),
  ].join('\n');
}

/** In signature and body, `:name` is a parameter. */
function createFunction(signature: string, body: string): string {
  return `
    create function ${signature} language plpgsql as $function$
    #variable_conflict use_column
    begin
      ${body};
    end $function$;`.replaceAll(namedParameter, 'given_$1');
}

export type PostgresStatements = ReturnType<typeof createStatements>;

/** The statements of a PostgreSQL inbox, besides its queries. */
export function createStatements(dialect: SqlDialect, schema: string) {
  const { events, queue } = dialect.tables;
  const turns = `${schema}.turns`;
  const changes = createChangeStatements(dialect);

  return {
    ...changes,
    insertEvents: `
      select key from ${schema}.insert_events(:keys::text[], :orderingKeys::text[], :ranks::integer[], :rawBodies::bytea[],
        :times::bigint[]) key`,
    // The positions, from 1, of the bodies that differ from those stored under their keys.
    findDifferent: `
      select given.place from unnest(:keys::text[], :rawBodies::bytea[]) with ordinality as given (key, raw_body, place)
      join ${events} stored on stored.key = given.key where stored.raw_body <> given.raw_body`,
    revive: `
      with revived as (
        update ${events} set status = 'pending', attempts = 0, is_suspect = 0, replayed_at = :now
        where key = :key and status = 'dead'
        returning ordering_key
      ), queued as (
        insert into ${queue} (ordering_key, due_at) select ordering_key, 0 from revived
        on conflict (ordering_key) do update set due_at = excluded.due_at, inserts = ${queue}.inserts + 1
      )
      select ordering_key from revived`,
    deleteTurns: `
      delete from ${turns} where ordering_key in (
        select ordering_key from ${turns} turn where ordering_key = any(:orderingKeys::text[])
        and not exists (select 1 from ${events} e where e.ordering_key = turn.ordering_key) for update skip locked
      )`,

    begin: 'begin isolation level read committed',
    commit: 'commit',
    rollback: 'rollback',
    findDueKeys: `select * from ${schema}.find_due_keys(:now, :running::text[], :limit)`,
    claimEvent: `
      select e.*, e.attempts as attempt, ${highestRank(dialect, 'e.ordering_key')} as highest_rank, ${lastResume(dialect)}
      from ${schema}.claim(:orderingKey, :now, :latest, :isSuspect, :runsByItself, :claim) e`,
    // In the isolation that the database is set to. The transaction may take as long as handlerTimeoutInMs, but not if its process
    // is gone: the server notices after 25 s, or 2 s while a statement runs. PostgreSQL 14 brought that, only for systems that can
    // notice, and 17 the second limit.
    beginHandling: `
      begin;
      set local idle_in_transaction_session_timeout = 0;
      set local tcp_keepalives_idle = 10; set local tcp_keepalives_interval = 5; set local tcp_keepalives_count = 3;
      select case when version >= 140000 and version() like '%linux%' then
          set_config('client_connection_check_interval', '2s', true) end,
        case when version >= 170000 then set_config('transaction_timeout', '0', true) end
      from (select current_setting('server_version_num')::integer as version) server`,
    // For the transaction of the handler: takes the turn again, and identifies the transaction.
    keepTurn: `
      select pg_backend_pid() as pid, ${transactionStart} as began_at from ${turns}
      where ordering_key = :orderingKey and claim = :claim for update`,
    // From another connection.
    endTransaction: `
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid = :pid and extract(epoch from xact_start)::text = :beganAt`,
    // Fails unless the event is still in this attempt, so that nothing after it in a script is done.
    markDone: `
      do $done$ begin
        if ${transactionStart} <> :beganAt then
          raise exception 'The handler ended its transaction: do not begin, commit or roll back with context.transaction';
        end if;
        ${changes.markDone};
        if not found then
          raise exception 'Another process has taken over the event, because this one lost its connection';
        end if;
      end $done$`,
    requeue: `select ${schema}.requeue(:orderingKey, :now)`,

    takeTurn: `select ${schema}.take_turn(:orderingKey) as is_taken`,
    // For whoever has the turn: what is `processing` then has no handler.
    findLeftBehind: `
      select e.*, turn.claim, ${lastResume(dialect)} from ${events} e
      join ${turns} turn on turn.ordering_key = e.ordering_key and ${isClaimOld}
      where e.ordering_key = :orderingKey and e.status = 'processing' order by e.seq`,
    // So that whoever claimed the event before cannot take the turn any more.
    endTurn: `update ${turns} set claim = null where ordering_key = :orderingKey`,
  };
}

/** When the transaction began. As text, because a number would lose digits on the way. */
const transactionStart = 'extract(epoch from now())::text';
