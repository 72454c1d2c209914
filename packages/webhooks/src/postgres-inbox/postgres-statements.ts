import { createHash } from 'node:crypto';
import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { SqlDialect } from '../sql-inbox/schema.ts';
import {
  createChangeStatements,
  highestRank,
  isRunning,
  lastResume,
  type Parameters,
} from '../sql-inbox/statements.ts';

/** How long a statement of the inbox may take, so that nothing waits forever on a silent network. */
export const statementLimitInMs = 10_000;

/** The channel on which processes are notified of new events. */
const channelOf = (schema: string): string => `${schema}_new_events`;

const isOpen = `status in ('pending', 'processing')`;

/**
 * The names of the tables are in the schema. Times come from the clock of the inbox.
 *
 * `queue` has a row for each ordering key with open events, which says when its first one is due, or earlier. So an index finds
 * due events, however many wait behind them or for another attempt. A row that is due too early costs a claim that finds nothing.
 * `inserts` changes with each new event: a process that found no open event deletes the row only if none came since.
 * `is_retry` says that the first event waits for another attempt. Claims read past the rows that were deleted since the last vacuum,
 * so that comes early, however many rows there are.
 */
export function createDialect(schema: string): SqlDialect {
  const events = `${schema}.events`;
  return {
    tables: {
      events,
      queue: `${schema}.queue`,
      quarantine: `${schema}.quarantine`,
      pause: `${schema}.pause`,
      probe: `${schema}.probe`,
      migrations: `${schema}.migrations`,
    },
    types: { sequence: 'bigint generated always as identity', bytes: 'bytea', time: 'timestamptz' },
    tableOptions: '',
    extraTables: {
      first: `create index ${schema}_events_open on ${events} (ordering_key, seq) where ${isOpen};`,
      third: `
        create table ${schema}.queue (
          ordering_key text primary key,
          due_at timestamptz not null,
          inserts integer not null default 0
        );
        create index queue_by_due_time on ${schema}.queue (due_at, ordering_key);
        insert into ${schema}.queue (ordering_key, due_at)
          select distinct ordering_key, '-infinity'::timestamptz from ${events} where ${isOpen};`,
      fourth: `
        alter table ${schema}.queue add column is_retry boolean not null default false;
        alter table ${schema}.queue set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
        drop index ${schema}.queue_by_due_time;
        create index queue_by_due_time on ${schema}.queue (due_at, ordering_key) include (is_retry);`,
    },
    // A hash, because its length is fixed and PostgreSQL text can hold all its characters.
    toStoredOrderingKey: (orderingKey) => createHash('sha256').update(orderingKey).digest('hex'),
    notify: `, pg_notify('${channelOf(schema)}', '')`,
  };
}

export type PostgresStatements = ReturnType<typeof createStatements>;

/** The statements of a PostgreSQL inbox, besides its queries. */
export function createStatements(dialect: SqlDialect, schema: string) {
  const { events, queue } = dialect.tables;
  const lockOf = (orderingKey: string): string => `hashtextextended('${schema}:' || ${orderingKey}, 0)`;

  return {
    ...createChangeStatements(dialect),
    changeProbe: `update ${dialect.tables.probe} set content = content`,
    // Numbered in order of arrival but written in order of the keys, so two receivers may wait for each other, but never
    // deadlock. Due a second before it arrived, because the clocks of machines differ.
    insertEvents: `
      with numbered as materialized (
        select nextval(pg_get_serial_sequence('${events}', 'seq')) as seq, incoming.*
        from unnest(:keys::text[], :orderingKeys::text[], :ranks::integer[], :rawBodies::bytea[], :times::timestamptz[],
          :traceParents::text[]) as incoming (key, ordering_key, rank, raw_body, received_at, trace_parent)
      ), stored as (
        insert into ${events} (seq, key, ordering_key, rank, raw_body, received_at, trace_parent)
        overriding system value
        select * from numbered order by key, seq
        on conflict (key) do nothing
        returning key, ordering_key, received_at
      ), queued as (
        insert into ${queue} (ordering_key, due_at)
        select ordering_key, min(received_at) - interval '1 second' from stored group by ordering_key order by ordering_key
        on conflict (ordering_key)
        do update set due_at = least(${queue}.due_at, excluded.due_at), is_retry = false, inserts = ${queue}.inserts + 1
      )
      select key${dialect.notify} from stored`,
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
        insert into ${queue} (ordering_key, due_at) select ordering_key, '-infinity'::timestamptz from revived
        on conflict (ordering_key) do update set due_at = excluded.due_at, is_retry = false, inserts = ${queue}.inserts + 1
      )
      select ordering_key${dialect.notify} from revived`,
    listen: `listen ${channelOf(schema)}`,
    // The due ordering keys that no connection has locked, with the first open event of each; the longest due first. It goes from
    // row to row of the index, and its locks end with it.
    findDueKeys: `
      with recursive due as (
        (select ordering_key, due_at from ${queue}
          where due_at <= :now and ${isRunning(dialect)} order by due_at, ordering_key limit 1)
        union all
        select next.* from due, lateral (
          select ordering_key, due_at from ${queue}
          where (due_at, ordering_key) > (due.due_at, due.ordering_key) and due_at <= :now
          order by due_at, ordering_key limit 1
        ) next
      )
      select due.ordering_key, head.status, head.alone from due left join lateral (
        select status, alone from ${events} where ordering_key = due.ordering_key and ${isOpen} order by seq limit 1
      ) head on true
      where due.ordering_key <> all(:running::text[])
      and pg_try_advisory_xact_lock(${lockOf('due.ordering_key')}) limit :limit`,
    // One at a time for each ordering key. The lock ends with its connection, however that ends.
    lockKey: `select pg_try_advisory_lock(${lockOf(':orderingKey')}) as is_locked`,
    // Queues the next open event, unless others came since, then frees the lock.
    unlockKey: `
      with head as (
        select retry_at from ${events} where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      ), seen as (
        select inserts from ${queue} where ordering_key = :orderingKey
      ), queued as (
        update ${queue} queued set due_at = coalesce(head.retry_at, :now::timestamptz), is_retry = head.retry_at is not null
        from head, seen
        where queued.ordering_key = :orderingKey and queued.inserts = seen.inserts
      ), dequeued as (
        delete from ${queue} dequeued using seen
        where dequeued.ordering_key = :orderingKey and dequeued.inserts = seen.inserts and not exists (select 1 from head)
      )
      select pg_advisory_unlock(${lockOf(':orderingKey')})`,
    // Starts an attempt at the first open event of an ordering key, if it is due, and a suspect or not as expected.
    claim: `
      with head as (
        select seq, status, retry_at, alone from ${events}
        where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      )
      update ${events} e set status = 'processing', attempts = coalesce(e.attempts, 0) + 1, alone = :alone from head
      where e.seq = head.seq and head.status = 'pending' and head.alone = :suspect
      and (head.retry_at is null or head.retry_at <= :now or head.retry_at > :latest)
      returning e.*, e.attempts as attempt, ${highestRank(dialect, 'e.ordering_key')} as highest_rank,
        ${lastResume(dialect)}`,
    endAlone: `update ${events} set alone = 0 where seq = :seq and status = 'processing'`,
    // For the owner of the lock: what is `processing` then has no handler.
    findLeftBehind: `
      select *, ${lastResume(dialect)} from ${events}
      where ordering_key = :orderingKey and status = 'processing' order by seq`,
  };
}

/** Runs a statement with named parameters and resolves with its rows. */
export type RunPostgres = <Row extends QueryResultRow>(
  client: Pool | ClientBase,
  text: string,
  parameters?: Parameters,
) => Promise<Row[]>;

/** Each statement gets a name, so that the server keeps its plan: the same in every inbox, because they may share a pool. */
export function createRun(): RunPostgres {
  const compiled = new Map<string, CompiledStatement>();
  return async <Row extends QueryResultRow>(client: Pool | ClientBase, text: string, parameters: Parameters = {}) => {
    const statement = compiled.get(text) ?? compile(text);
    compiled.set(text, statement);
    const query = {
      name: statement.name,
      text: statement.text,
      values: statement.parameterNames.map((name) => parameters[name]),
      query_timeout: statementLimitInMs,
    };
    return (await client.query<Row>(query)).rows;
  };
}

/** PostgreSQL cuts names at 63 bytes. */
const digitsOfName = 32;

interface CompiledStatement {
  name: string;
  /** With `$1` in place of the first name, and so on. */
  text: string;
  parameterNames: readonly string[];
}

function compile(text: string): CompiledStatement {
  const name = `escrow_webhooks.${createHash('sha256').update(text).digest('hex').slice(0, digitsOfName)}`;
  const parameterNames = [...new Set(Array.from(text.matchAll(namedParameter), ([, found = '']) => found))];
  const positional = text.replaceAll(namedParameter, (_, found: string) => `$${parameterNames.indexOf(found) + 1}`);
  return { name, text: positional, parameterNames };
}

/** `:now`, but neither the cast `::text` nor the text `'shop:'`. */
const namedParameter = /(?<!:):([a-zA-Z]+)/g;
