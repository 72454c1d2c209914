import { createHash } from 'node:crypto';
import { type ClientBase, escapeLiteral, type Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { SqlDialect } from '../sql-inbox/schema.ts';
import { createChangeStatements, highestRank, lastResume, type Parameters } from '../sql-inbox/statements.ts';
import { createFunctions, isClaimOld, isOpen, namedParameter, takeTurnOf } from './postgres-functions.ts';

/** How long a statement of the inbox may take, so that nothing waits forever on a silent network. */
export const statementLimitInMs = 10_000;

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
    takeTurn: `select ${takeTurnOf(turns)}`,
    claim: `
      select e.*, e.attempts as attempt, ${highestRank(dialect, 'e.ordering_key')} as highest_rank, ${lastResume(dialect)}
      from ${schema}.claim(:orderingKey, :now, :latest, :suspect, :alone, :claim) e`,
    // For the transaction of the handler. It may take as long as handlerTimeoutInMs, but not if its process is gone: the server
    // notices after 25 s, or 2 s while a statement runs. PostgreSQL 14 brought that, only for systems that can notice, and 17
    // the second limit. The claim is set to notice a handler that ends the transaction.
    setLimits: `
      set local idle_in_transaction_session_timeout = 0;
      set local tcp_keepalives_idle = 10; set local tcp_keepalives_interval = 5; set local tcp_keepalives_count = 3;
      select set_config('escrow_webhooks.claim', :claim, true),
        case when version >= 140000 and version() like '%linux%' then
          set_config('client_connection_check_interval', '2s', true) end,
        case when version >= 170000 then set_config('transaction_timeout', '0', true) end
      from (select current_setting('server_version_num')::integer as version) server`,
    // Identifies the transaction of the handler, to end it from another connection.
    findTransaction: `select pg_backend_pid() as pid, extract(epoch from now())::text as began_at`,
    endTransaction: `
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid = :pid and extract(epoch from xact_start)::text = :beganAt`,
    keepTurn: `select 1 from ${turns} where ordering_key = :orderingKey and claim = :claim for update`,
    // So that whoever claimed the event before cannot take the turn any more.
    endTurn: `update ${turns} set claim = null where ordering_key = :orderingKey`,
    // Fails unless the event is still in this attempt, so that nothing after it in a script is done.
    markDone: `
      do $done$ begin
        if current_setting('escrow_webhooks.claim', true) is distinct from :claim then
          raise exception 'The handler ended its transaction: do not begin, commit or roll back with context.transaction';
        end if;
        ${changes.markDone};
        if not found then
          raise exception 'Another process has taken over the event, because this one lost its connection';
        end if;
      end $done$`,
    endAlone: `update ${queue} set alone = 0 where ordering_key = :orderingKey`,
    // For whoever has the turn: what is `processing` then has no handler.
    findLeftBehind: `
      select e.*, coalesce(queued.alone, 0) as alone, turn.claim, ${lastResume(dialect)} from ${events} e
      join ${turns} turn on turn.ordering_key = e.ordering_key and ${isClaimOld}
      left join ${queue} queued on queued.ordering_key = e.ordering_key
      where e.ordering_key = :orderingKey and e.status = 'processing' order by e.seq`,
    requeue: `select ${schema}.requeue(:orderingKey, :now)`,

    // What a user of the database needs and lacks. Null if the schema is missing.
    findMissingRights: `
      select string_agg(missing || '${schema}' || coalesce('.' || name, ''), ', ') as missing from pg_namespace, lateral (
        select 'USAGE on schema ' as missing, null as name where not has_schema_privilege(pg_namespace.oid, 'USAGE')
        union all
        select privilege || ' on ', relname from pg_class, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) privilege
        where relnamespace = pg_namespace.oid and (privilege = 'SELECT' or relname <> 'migrations')
        and case relkind when 'r' then not has_table_privilege(pg_class.oid, privilege) end
        union all
        select 'USAGE on ', relname from pg_class where relnamespace = pg_namespace.oid
        and case relkind when 'S' then not has_sequence_privilege(pg_class.oid, 'USAGE') end
        union all
        select 'EXECUTE on ', proname from pg_proc
        where pronamespace = pg_namespace.oid and not has_function_privilege(pg_proc.oid, 'EXECUTE')
      ) rights where nspname = '${schema}'`,
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
