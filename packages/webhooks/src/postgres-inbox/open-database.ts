import { createPool as createSharedPool, remedyFor } from '@escrow-kit/shared/postgres';
import type { ClientBase, Pool, PoolConfig, QueryConfig, QueryResult } from 'pg';
import { configurationError, WebhookError } from '../errors/webhook-error.ts';
import { createMigrationsTable, migrationsFrom, type StoredVersion, selectVersion } from '../sql-inbox/schema.ts';
import { createDialect, run, statementLimitInMs } from './postgres-statements.ts';

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
  if (remedy) return configurationError(`connection: the database cannot be used, ${remedy}.`);
  const { code, message } = error as Error & { code?: string };
  return new WebhookError('inbox', `The PostgreSQL inbox failed: ${message || code}.`, { cause: error });
}

/** The codes for a schema, table or function that is missing: an empty database has taken the place of the one that was opened. */
export const isSchemaMissing = (error: unknown): boolean =>
  ['3F000', '42P01', '42883'].includes(String((error as { code?: unknown } | undefined)?.code));

/** How long creating or updating the schema may take, and waiting for another process that does. */
const migrationLimitInMs = 600_000;

/** Creates or updates the schema of the inbox in one transaction. If several processes start at once, one of them does it. */
export async function migrate(pool: Pool, schema: string, findMissingRights: string): Promise<void> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await requireUtf8(client);
    await requireRights(client, findMissingRights);
    const send = (text: string) => client.query({ text, query_timeout: migrationLimitInMs } as QueryConfig);
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

/** Rejects with the rights that the user of the database lacks in the schema, if there is one. */
export async function requireRights(client: Pool | ClientBase, findMissingRights: string): Promise<void> {
  const [rights] = await run<{ missing: string | null }>(client, findMissingRights);
  if (rights?.missing) throw configurationError(`connection: grant the user of the database ${rights.missing}.`);
}

async function requireUtf8(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(`select current_setting('server_encoding') as encoding`);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw configurationError(
    `connection: the database has the encoding ${encoding}, which cannot store every id: create it with encoding 'UTF8'.`,
  );
}

type Send = (text: string) => Promise<QueryResult>;

async function migrateLocked(send: Send, schema: string): Promise<void> {
  const dialect = createDialect(schema);
  // Creating a schema or table takes a permission even if it exists, so look first.
  if (!(await exists(send, `to_regnamespace('${schema}')`))) await send(`create schema ${schema}`);
  if (!(await exists(send, `to_regclass('${dialect.tables.migrations}')`))) await send(createMigrationsTable(dialect));
  const { rows } = await send(selectVersion(dialect));
  for (const migration of migrationsFrom(rows[0] as StoredVersion, dialect, `schema: ${schema}`)) await send(migration);
}

async function exists(send: Send, lookUp: string): Promise<boolean> {
  const { rows } = await send(`select ${lookUp} is not null as found`);
  return rows[0].found;
}
