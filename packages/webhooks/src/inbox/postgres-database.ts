import { createPool as createSharedPool, remedyFor } from '@escrow-kit/shared/postgres';
import {
  type ClientBase,
  escapeLiteral,
  type Pool,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import { configurationError, WebhookError } from '../errors.ts';
import { StoreLostError } from './inbox.ts';
import { createDialect, namedParameter } from './postgres-sql.ts';
import { createMigrationsTable, migrationsFrom, type Parameters, type StoredVersion, selectVersion } from './sql.ts';

/** How long a statement of the inbox may take, so that nothing waits forever on a silent network. */
const statementLimitInMs = 10_000;

/** How to reach a database: options of node-postgres. */
export type PostgresConnection = string | PoolConfig;

/**
 * A pool of connections. A broken connection is replaced, and only what runs on it rejects. A statement without an answer for
 * `limitInMs` rejects, for example if the network goes silent.
 */
export function createPool(
  connection: PostgresConnection | undefined,
  max: number,
  limitInMs: number = statementLimitInMs,
): Pool {
  if (!connection) {
    throw configurationError('connection: set it to a connection string or to the options of node-postgres.');
  }
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  return createSharedPool({ query_timeout: limitInMs, ...config, max });
}

/**
 * A pool of node-postgres for your own tables, with the limits of the inbox's own pools. It outlives its connections and its
 * server: if a connection breaks, idle or in use, only what runs on it rejects, and the next call opens another one. Nothing
 * waits forever on a silent network: opening a connection rejects after 5 s (`connectionTimeoutMillis`), a statement without an
 * answer after 10 s (`query_timeout`).
 *
 * After an error in a transaction call `client.release(true)`: that closes the connection, and with it the transaction. If a
 * `commit` failed, the transaction may have taken effect or not, so make it one that may be repeated.
 *
 * @param connection A connection string, or options of node-postgres, which replace the limits above. `max` is 10 by default.
 * @throws WebhookError with the code `configuration` if the connection is missing.
 */
export function createPostgresPool(connection: PostgresConnection): Pool {
  // As in node-postgres.
  const { max = 10 } = typeof connection === 'string' ? {} : (connection ?? {});
  return createPool(connection, max);
}

/** The options of a pool, for a pool beside it, without the time limit of statements: handlers have another one. */
export function connectionOf(pool: Pool): PoolConfig {
  const { query_timeout: _queryTimeout, ...options } = pool.options as PoolConfig;
  // node-postgres hides the password from copies of the options.
  return { ...options, password: pool.options.password };
}

/** The error for a database that cannot be used. It holds no address, user or password. */
export function databaseError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  const remedy = remedyFor(error);
  if (remedy) return configurationError(`connection: the database cannot be used: ${remedy}.`);
  const { code = '', message } = error as Error & { code?: string };
  const text = `The PostgreSQL inbox failed: ${message || code}.`;
  const cause = { cause: error };
  return schemaIsMissing.includes(code) ? new StoreLostError(text, cause) : new WebhookError('inbox', text, cause);
}

/** The codes for a schema, table or function that is missing: an empty database has taken the place of the one that was opened. */
const schemaIsMissing: readonly string[] = ['3F000', '42P01', '42883'];

type Client = Pool | ClientBase;

/** Runs a statement with named parameters and resolves with its rows. It commits by itself, unless a transaction is open. */
export async function run<Row extends QueryResultRow>(
  client: Client,
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
  client: Client,
  statements: readonly string[],
  parameters: Parameters,
): Promise<QueryResultRow[][]> {
  const text = statements.join(';\n').replaceAll(namedParameter, (_, name: string) => toLiteral(parameters[name]));
  // The types know of one result alone.
  const results = (await client.query(limited({ text }))) as unknown as QueryResult | QueryResult[];
  return [results].flat().map(({ rows }) => rows);
}

/** node-postgres takes the limit of a single statement, too, which its types lack. */
const limited = (query: QueryConfig, limitInMs = statementLimitInMs): QueryConfig =>
  ({ query_timeout: limitInMs, ...query }) as QueryConfig;

type Value = Parameters[string] | undefined;

const toPostgresValue = (value: Value): unknown => {
  if (value instanceof Date) return value.getTime();
  return Array.isArray(value) ? value.map(toPostgresValue) : value;
};

function toLiteral(value: Value): string {
  const converted = toPostgresValue(value);
  if (typeof converted === 'number') return String(converted);
  if (typeof converted === 'string') return escapeLiteral(converted);
  if (converted === null) return 'null';
  if (Array.isArray(converted)) return `array[${converted.map(toLiteral).join(', ')}]`;
  throw new TypeError('Only numbers, texts, times and lists of them can be written into a statement.');
}

/** How long creating or updating the schema may take, and waiting for another process that does. */
const migrationLimitInMs = 600_000;

/** Creates or updates the schema of the inbox in one transaction. If several processes start at once, one of them does it. */
export async function migrate(pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect();
  const send = async (text: string) => (await client.query(limited({ text }, migrationLimitInMs))).rows;
  let isDone = false;
  try {
    await requireUtf8(client);
    await requireRights(client, schema);
    await send(`
      begin isolation level read committed;
      set local statement_timeout = 0;
      set local lock_timeout = 0;
      select set_config('transaction_timeout', '0', true) where current_setting('server_version_num')::integer >= 170000;
      select pg_advisory_xact_lock(hashtextextended('${schema} migrations', 0))`);
    await migrateLocked(send, schema);
    await send('commit');
    isDone = true;
  } finally {
    // Closing the connection ends a failed migration.
    client.release(!isDone);
  }
}

async function requireUtf8(client: Client): Promise<void> {
  const [row] = await run<{ encoding: string }>(client, `select current_setting('server_encoding') as encoding`);
  if (row?.encoding === 'UTF8') return;
  throw configurationError(
    `connection: the database has the encoding ${row?.encoding}, which cannot store every ID. Create it with encoding 'UTF8'.`,
  );
}

/** Rejects with the rights that the user of the database lacks in the schema, if there is one. */
export async function requireRights(client: Client, schema: string): Promise<void> {
  const findMissing = `
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
    ) rights where nspname = '${schema}'`;
  const [rights] = await run<{ missing: string | null }>(client, findMissing);
  if (rights?.missing) throw configurationError(`connection: grant the user of the database ${rights.missing}.`);
}

type Send = (text: string) => Promise<QueryResultRow[]>;

async function migrateLocked(send: Send, schema: string): Promise<void> {
  const dialect = createDialect(schema);
  // Creating a schema or table takes a permission even if it exists, so look first.
  const find = `select to_regnamespace('${schema}') as schema, to_regclass('${dialect.tables.migrations}') as migrations`;
  const [found] = await send(find);
  if (!found?.['schema']) await send(`create schema ${schema}`);
  if (!found?.['migrations']) await send(createMigrationsTable(dialect));
  const [stored] = await send(selectVersion(dialect));
  for (const migration of migrationsFrom(stored as StoredVersion, dialect, `schema: ${schema}`)) await send(migration);
}
