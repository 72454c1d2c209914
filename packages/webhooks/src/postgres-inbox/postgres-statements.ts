import { createHash } from 'node:crypto';
import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { SqlDialect } from '../sql-inbox/schema.ts';
import { createChangeStatements, highestRank, type Parameters } from '../sql-inbox/statements.ts';

/** How long a statement of the inbox may take, so that nothing waits forever on a silent network. */
export const statementLimitInMs = 10_000;

/** The channel on which processes are notified of new events. */
const channelOf = (schema: string): string => `${schema}_new_events`;

const isOpen = `status in ('pending', 'processing')`;

/** Whether a row's event is due, was left behind by a dead process, or waits for a time that no delay reaches. */
const isDue = (row: string): string =>
  `${row}.status = 'processing' or ${row}.retry_at is null or ${row}.retry_at <= :now or ${row}.retry_at > :latest`;

export function createDialect(schema: string): SqlDialect {
  const events = `${schema}.events`;
  return {
    tables: { events, quarantine: `${schema}.quarantine`, migrations: `${schema}.migrations` },
    types: { sequence: 'bigint generated always as identity', bytes: 'bytea', time: 'timestamptz' },
    tableOptions: '',
    extraTables: `create index ${schema}_events_open on ${events} (ordering_key, seq) where ${isOpen};`,
    // A hash, because its length is fixed and PostgreSQL text can hold all its characters.
    toStoredOrderingKey: (orderingKey) => createHash('sha256').update(orderingKey).digest('hex'),
    notify: `, pg_notify('${channelOf(schema)}', '')`,
  };
}

export type PostgresStatements = ReturnType<typeof createStatements>;

/** The statements of a PostgreSQL inbox, besides its queries. */
export function createStatements(dialect: SqlDialect, schema: string) {
  const { events } = dialect.tables;
  const lockOf = (orderingKey: string): string => `hashtextextended('${schema}:' || ${orderingKey}, 0)`;

  return {
    ...createChangeStatements(dialect),
    // Numbered in order of arrival but written in order of the keys, so two receivers may wait for each other, but never
    // deadlock.
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
        returning key
      )
      select key${dialect.notify} from stored`,
    // The positions, from 1, of the bodies that differ from those stored under their keys.
    findDifferent: `
      select given.place from unnest(:keys::text[], :rawBodies::bytea[]) with ordinality as given (key, raw_body, place)
      join ${events} stored on stored.key = given.key where stored.raw_body <> given.raw_body`,
    listen: `listen ${channelOf(schema)}`,
    // The next ordering keys after the cursor that no connection has locked, and whose first open event is due. It skips from
    // key to key, however many events wait under each, and its locks end with it.
    findDueKeys: `
      with recursive heads as (
        (select ordering_key, status, retry_at, alone from ${events}
          where ordering_key > :cursor and ${isOpen} order by ordering_key, seq limit 1)
        union all
        select next.* from heads, lateral (
          select ordering_key, status, retry_at, alone from ${events}
          where ordering_key > heads.ordering_key and ${isOpen} order by ordering_key, seq limit 1
        ) next
      )
      select ordering_key, status, alone from heads
      where (${isDue('heads')}) and ordering_key <> all(:running::text[])
      and pg_try_advisory_xact_lock(${lockOf('ordering_key')}) limit :limit`,
    // One at a time for each ordering key. The lock ends with its connection, however that ends.
    lockKey: `select pg_try_advisory_lock(${lockOf(':orderingKey')}) as is_locked`,
    unlockKey: `select pg_advisory_unlock(${lockOf(':orderingKey')})`,
    // Starts an attempt at the first open event of an ordering key, if it is due, and a suspect or not as expected.
    claim: `
      with head as (
        select seq, status, retry_at, alone from ${events}
        where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      )
      update ${events} e set status = 'processing', attempts = coalesce(e.attempts, 0) + 1, alone = :alone from head
      where e.seq = head.seq and head.status = 'pending' and head.alone = :suspect and (${isDue('head')})
      returning e.*, e.attempts as attempt, ${highestRank(dialect, 'e.ordering_key')} as highest_rank`,
    endAlone: `update ${events} set alone = 0 where seq = :seq and status = 'processing'`,
    // For the owner of the lock: what is `processing` then has no handler.
    findLeftBehind: `
      select seq, key, attempts, alone from ${events} where ordering_key = :orderingKey and status = 'processing' order by seq`,
  };
}

/** Runs a statement with named parameters and resolves with its rows. */
export type RunPostgres = <Row extends QueryResultRow>(
  client: Pool | ClientBase,
  text: string,
  parameters?: Parameters,
) => Promise<Row[]>;

/** Each statement gets a name, so that the server keeps its plan. */
export function createRun(schema: string): RunPostgres {
  const compiled = new Map<string, CompiledStatement>();
  return async <Row extends QueryResultRow>(client: Pool | ClientBase, text: string, parameters: Parameters = {}) => {
    const statement = compiled.get(text) ?? compile(text, `${schema}.${compiled.size}`);
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

interface CompiledStatement {
  name: string;
  /** With `$1` in place of the first name, and so on. */
  text: string;
  parameterNames: readonly string[];
}

function compile(text: string, name: string): CompiledStatement {
  const parameterNames = [...new Set(Array.from(text.matchAll(namedParameter), ([, found = '']) => found))];
  const positional = text.replaceAll(namedParameter, (_, found: string) => `$${parameterNames.indexOf(found) + 1}`);
  return { name, text: positional, parameterNames };
}

/** `:now`, but neither the cast `::text` nor the text `'shop:'`. */
const namedParameter = /(?<!:):([a-zA-Z]+)/g;
