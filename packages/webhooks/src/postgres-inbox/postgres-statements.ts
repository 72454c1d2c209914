import { createHash } from 'node:crypto';
import { type ClientBase, escapeLiteral, type Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { SqlDialect } from '../sql-inbox/schema.ts';
import { createChangeStatements, highestRank, lastResume, type Parameters } from '../sql-inbox/statements.ts';

/** How long a statement of the inbox may take, so that nothing waits forever on a silent network. */
export const statementLimitInMs = 10_000;

/**
 * An attempt takes the turn of its ordering key right after its claim is committed. Only if it has not by then did its process
 * end, or lose its connection.
 */
const turnIsTakenWithinInMs = 1_000;

/** `:now`, but neither the cast `::text` nor the text `'shop:'`. */
const namedParameter = /(?<!:):([a-zA-Z]+)/g;

const takeTurnOf = (turns: string): string =>
  `select 1 from ${turns} where ordering_key = :orderingKey for update skip locked`;

const isOpen = `status in ('pending', 'processing')`;

/**
 * The names of the tables are in the schema. Times come from the clock of the inbox.
 *
 * - `queue` has a row for each ordering key with open events, which says when its first one is due, or earlier. So an index finds
 *   due events, however many wait behind them or for another attempt. A row that is due too early costs a claim that finds
 *   nothing. `inserts` changes with each new event: a process that found no open event deletes the row only if none came since.
 *   `is_retry` says that the first event waits for another attempt; `alone` belongs to the event that is processing (see
 *   `processing/alone.ts`), while the column of the event itself marks a suspect. Claims read past the rows that were deleted
 *   since the last vacuum, so that comes early, however many rows there are.
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
        inserts integer not null default 0,
        is_retry boolean not null default false,
        alone integer not null default 0
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
      create index queue_by_due_time on ${schema}.queue (due_at, ordering_key) include (is_retry);
      create table ${schema}.turns (
        ordering_key text primary key,
        claim text,
        claimed_at bigint not null default 0
      );
      ${createFunctions(schema)}`,
    // A hash, because its length is fixed and PostgreSQL text can hold all its characters.
    toStoredOrderingKey: (orderingKey) => createHash('sha256').update(orderingKey).digest('hex'),
  };
}

/**
 * What is done for each event, as functions of the database: each session keeps their plans by itself, which a statement without
 * a name cannot, and makes them five times as fast. A later version adds functions of other names.
 */
function createFunctions(schema: string): string {
  const events = `${schema}.events`;
  const queue = `${schema}.queue`;
  const turns = `${schema}.turns`;
  return [
    // Numbered in order of arrival but written in order of the keys, so two receivers may wait for each other, but never
    // deadlock. Due a second before it arrived, because the clocks of machines differ.
    createFunction(
      `${schema}.insert_events`,
      {
        keys: 'text[]',
        orderingKeys: 'text[]',
        ranks: 'integer[]',
        rawBodies: 'bytea[]',
        times: 'bigint[]',
        traceParents: 'text[]',
      },
      'setof text',
      `return query
      with numbered as materialized (
        select nextval(pg_get_serial_sequence('${events}', 'seq')) as seq, incoming.*
        from unnest(:keys, :orderingKeys, :ranks, :rawBodies, :times, :traceParents)
          as incoming (key, ordering_key, rank, raw_body, received_at, trace_parent)
      ), stored as (
        insert into ${events} (seq, key, ordering_key, rank, raw_body, received_at, trace_parent)
        overriding system value
        select * from numbered order by key, seq
        on conflict (key) do nothing
        returning key, ordering_key, received_at
      ), queued as (
        insert into ${queue} (ordering_key, due_at)
        select ordering_key, min(received_at) - 1000 from stored group by ordering_key order by ordering_key
        on conflict (ordering_key)
        do update set due_at = least(${queue}.due_at, excluded.due_at), is_retry = false, inserts = ${queue}.inserts + 1
      )
      select key from stored`,
    ),
    // The due ordering keys whose turn is free, with the state of each; the longest due first. It goes from row to row of the
    // index. A turn that it tries is free again when it ends.
    createFunction(
      `${schema}.find_due_keys`,
      { now: 'bigint', running: 'text[]', limit: 'integer' },
      'table (ordering_key text, is_left_behind boolean, is_suspect boolean)',
      `return query
      with recursive due as (
        (select ordering_key, due_at from ${queue}
          where due_at <= :now and not exists (select 1 from ${schema}.pause where resumed_at is null)
          order by due_at, ordering_key limit 1)
        union all
        select next.* from due, lateral (
          select ordering_key, due_at from ${queue}
          where (due_at, ordering_key) > (due.due_at, due.ordering_key) and due_at <= :now
          order by due_at, ordering_key limit 1
        ) next
      )
      select due.ordering_key, processing.seq is not null as is_left_behind,
        coalesce(head.status = 'pending' and head.alone = 1, false) as is_suspect
      from due
      left join lateral (
        select status, alone from ${events} where ordering_key = due.ordering_key and ${isOpen} order by seq limit 1
      ) head on true
      left join lateral (
        select seq from ${events} where ordering_key = due.ordering_key and status = 'processing' limit 1
      ) processing on true
      where due.ordering_key <> all(:running) and (
        processing.seq is null
        or exists (
          select 1 from ${turns} where ordering_key = due.ordering_key
          and abs(claimed_at - :now) > ${turnIsTakenWithinInMs} for update skip locked
        )
        or not exists (select 1 from ${turns} where ordering_key = due.ordering_key)
      ) limit :limit`,
    ),
    // Starts an attempt at the first open event of an ordering key, if it is due, a suspect or not as expected, and nobody has
    // the turn. The status is checked in the row itself, which another process may have changed since this statement began.
    createFunction(
      `${schema}.claim`,
      { orderingKey: 'text', now: 'bigint', latest: 'bigint', suspect: 'integer', alone: 'integer', claim: 'text' },
      `setof ${events}`,
      `return query
      with turn as (${takeTurnOf(turns)}), head as (
        select seq, retry_at, alone from ${events} where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      ), claimed as (
        update ${events} e set status = 'processing', attempts = coalesce(e.attempts, 0) + 1, alone = 0
        from head, turn
        where e.seq = head.seq and e.status = 'pending' and head.alone = :suspect
        and (head.retry_at is null or head.retry_at <= :now or head.retry_at > :latest)
        and not exists (
          select 1 from ${events} other where other.ordering_key = :orderingKey and other.status = 'processing'
        )
        returning e.*
      ), taken as (
        update ${turns} turn set claim = :claim, claimed_at = :now from claimed
        where turn.ordering_key = :orderingKey
      ), marked as (
        update ${queue} queued set alone = :alone from claimed
        where queued.ordering_key = :orderingKey and queued.alone <> :alone
      )
      select claimed.* from claimed`,
    ),
    // Queues the next open event, unless others came since, one is being attempted, or somebody else has the turn, who will. Take
    // the turn before, in a statement of its own: then this one sees whatever was changed under it.
    createFunction(
      `${schema}.requeue`,
      { orderingKey: 'text', now: 'bigint' },
      'void',
      `with turn as (${takeTurnOf(turns)}), head as (
        select retry_at from ${events} where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      ), seen as (
        select inserts from ${queue} where ordering_key = :orderingKey and not exists (
          select 1 from ${events} where ordering_key = :orderingKey and status = 'processing'
        )
      ), queued as (
        update ${queue} queued set due_at = coalesce(head.retry_at, :now), is_retry = head.retry_at is not null
        from turn, head, seen
        where queued.ordering_key = :orderingKey and queued.inserts = seen.inserts
      )
      delete from ${queue} dequeued using turn, seen
      where dequeued.ordering_key = :orderingKey and dequeued.inserts = seen.inserts and not exists (select 1 from head)`,
    ),
  ].join('\n');
}

/** A function whose body has `:name` for its parameters. */
function createFunction(name: string, parameters: Record<string, string>, returned: string, body: string): string {
  const declared = Object.entries(parameters).map(([parameter, type]) => `given_${parameter} ${type}`);
  return `
    create function ${name}(${declared.join(', ')}) returns ${returned} language plpgsql as $function$
    #variable_conflict use_column
    begin
      ${body.replaceAll(namedParameter, 'given_$1')};
    end $function$;`;
}

export type PostgresStatements = ReturnType<typeof createStatements>;

/** The statements of a PostgreSQL inbox, besides its queries. */
export function createStatements(dialect: SqlDialect, schema: string) {
  const { events, queue, quarantine, pause } = dialect.tables;
  const turns = `${schema}.turns`;
  const changes = createChangeStatements(dialect);

  return {
    ...changes,
    insertEvents: `
      select key from ${schema}.insert_events(:keys::text[], :orderingKeys::text[], :ranks::integer[], :rawBodies::bytea[],
        :times::bigint[], :traceParents::text[]) key`,
    // The positions, from 1, of the bodies that differ from those stored under their keys.
    findDifferent: `
      select given.place from unnest(:keys::text[], :rawBodies::bytea[]) with ordinality as given (key, raw_body, place)
      join ${events} stored on stored.key = given.key where stored.raw_body <> given.raw_body`,
    revive: `
      with revived as (
        update ${events} set status = 'pending', attempts = 0, alone = 0, replayed_at = :now
        where key = :key and status = 'dead'
        returning ordering_key
      ), queued as (
        insert into ${queue} (ordering_key, due_at) select ordering_key, 0 from revived
        on conflict (ordering_key) do update set due_at = excluded.due_at, is_retry = false, inserts = ${queue}.inserts + 1
      )
      select ordering_key from revived`,
    deleteTurns: `
      delete from ${turns} where ordering_key in (
        select ordering_key from ${turns} turn where ordering_key = any(:orderingKeys::text[])
        and not exists (select 1 from ${events} e where e.ordering_key = turn.ordering_key) for update skip locked
      )`,

    findDueKeys: `select * from ${schema}.find_due_keys(:now, :running::text[], :limit)`,
    begin: 'begin isolation level read committed',
    commit: 'commit',
    rollback: 'rollback',
    // An insert alone would wait for a process that is claiming the key.
    createTurn: `
      insert into ${turns} (ordering_key)
      select :orderingKey where not exists (select 1 from ${turns} where ordering_key = :orderingKey)
      on conflict do nothing`,
    takeTurn: takeTurnOf(turns),
    claim: `
      select e.*, e.attempts as attempt, ${highestRank(dialect, 'e.ordering_key')} as highest_rank, ${lastResume(dialect)}
      from ${schema}.claim(:orderingKey, :now, :latest, :suspect, :alone, :claim) e`,
    // For the transaction of the handler. It may take as long as handlerTimeoutInMs, but not if its process is gone: the server
    // notices after 25 s. PostgreSQL 17 brought the second limit.
    setLimits: `
      set local idle_in_transaction_session_timeout = 0;
      select set_config('transaction_timeout', '0', true) where current_setting('server_version_num')::integer >= 170000;
      set local tcp_keepalives_idle = 10; set local tcp_keepalives_interval = 5; set local tcp_keepalives_count = 3`,
    keepTurn: `select 1 from ${turns} where ordering_key = :orderingKey and claim = :claim for update`,
    // So that whoever claimed the event before cannot take the turn any more.
    endTurn: `update ${turns} set claim = null where ordering_key = :orderingKey`,
    // Fails unless the event is still in this attempt, so that nothing after it in a script is done.
    markDone: `
      do $done$ begin
        ${changes.markDone};
        if not found then
          raise exception 'The handler has ended its transaction, or its event was changed';
        end if;
      end $done$`,
    endAlone: `update ${queue} set alone = 0 where ordering_key = :orderingKey`,
    // For whoever has the turn: what is `processing` then has no handler.
    findLeftBehind: `
      select e.*, coalesce(queued.alone, 0) as alone, ${lastResume(dialect)} from ${events} e
      left join ${queue} queued on queued.ordering_key = e.ordering_key
      where e.ordering_key = :orderingKey and e.status = 'processing' order by e.seq`,
    requeue: `select ${schema}.requeue(:orderingKey, :now)`,

    // What a user of the database needs and lacks.
    findMissingRights: `
      select string_agg(missing, ', ') as missing from (
        select privilege || ' on ' || name as missing
        from unnest(array['${events}', '${queue}', '${turns}', '${quarantine}', '${pause}']) name,
          unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) privilege
        where not has_table_privilege(name, privilege)
        union all
        select 'USAGE on ' || sequence from unnest(array['${events}', '${quarantine}']) name,
          pg_get_serial_sequence(name, 'seq') sequence
        where not has_sequence_privilege(sequence, 'USAGE')
      ) rights`,
  };
}

/** Runs a statement with named parameters and resolves with its rows. It commits by itself, unless a transaction is open. */
export async function run<Row extends QueryResultRow>(
  client: Pool | ClientBase,
  text: string,
  parameters: Parameters = {},
): Promise<Row[]> {
  const names = [...new Set(Array.from(text.matchAll(namedParameter), ([, name = '']) => name))];
  const positional = text.replaceAll(namedParameter, (_, name: string) => `$${names.indexOf(name) + 1}`);
  const values = names.map((name) => toPostgresValue(parameters[name]));
  // Without a name: a pooler may give the next statement to another session, which would not know it.
  return (await client.query<Row>(limited({ text: positional, values }))).rows;
}

/**
 * Runs statements in one round trip, and resolves with the rows of each. PostgreSQL takes several statements in a message only without
 * parameters, so the values are written into the text, escaped by node-postgres.
 */
export async function runScript(
  client: Pool | ClientBase,
  statements: readonly string[],
  parameters: Parameters,
): Promise<QueryResultRow[][]> {
  const text = statements.join(';\n').replaceAll(namedParameter, (_, name: string) => toLiteral(parameters[name]));
  // The types know of one result alone.
  const results = (await client.query(limited({ text }))) as unknown as QueryResult | QueryResult[];
  return [results].flat().map(({ rows }) => rows);
}

/** node-postgres takes the limit of a single statement, too, which its types lack. */
const limited = (query: QueryConfig): QueryConfig => ({ query_timeout: statementLimitInMs, ...query }) as QueryConfig;

type Value = Parameters[string];

const toPostgresValue = (value: Value | undefined): unknown => {
  if (value instanceof Date) return value.getTime();
  return Array.isArray(value) ? value.map(toPostgresValue) : value;
};

function toLiteral(value: Value | undefined): string {
  const converted = toPostgresValue(value);
  if (typeof converted === 'number') return String(converted);
  if (typeof converted === 'string') return escapeLiteral(converted);
  if (converted === null) return 'null';
  if (Array.isArray(converted)) return `array[${converted.map(toLiteral).join(', ')}]`;
  throw new TypeError('Only numbers, texts, times and lists of them can be written into a statement.');
}
