import * as postgres from '@escrow-kit/shared/postgres';
import type { ClientBase, Pool, PoolConfig } from 'pg';
import { configurationError, WebhookError } from '../errors/webhook-error.ts';
import { createMigrationsTable, migrationsFrom, selectVersion } from '../sql-inbox/schema.ts';
import { createDialect, statementLimitInMs } from './postgres-statements.ts';

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
  return postgres.createPool({ query_timeout: limitInMs, ...config, max });
}

/**
 * A pool of node-postgres for your own tables, with the limits of the inbox's own pools. It outlives its connections and its
 * server: if a connection breaks, idle or in use, only what runs on it rejects, and the next call opens another one. Nothing
 * waits forever on a silent network: opening a connection rejects after 5 s (`connectionTimeoutMillis`), a statement without an
 * answer after 10 s (`query_timeout`), and the server closes the connection of a process that is gone after 25 s.
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

const remedyByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL, or correct the host and port',
  ENOTFOUND: 'its host is unknown: correct it',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not connect',
  '3D000': 'there is no such database: create it',
  '42501':
    'its user lacks a permission: grant it CREATE on the database, or create the schema and make the user its owner',
};

/** The error for a database that cannot be used. It holds no address, user or password. */
export function databaseError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  const { code, message } = error as Error & { code?: string };
  const remedy = remedyByCode[code ?? ''];
  if (remedy) return configurationError(`connection: the database cannot be used, ${remedy}.`);
  return new WebhookError('inbox', `The PostgreSQL inbox failed: ${message || code}.`, { cause: error });
}

/** Creates or updates the schema of the inbox. If several processes start at once, one of them does it. */
export async function migrate(pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect();
  const lock = `hashtextextended('${schema} migrations', 0)`;
  let isDone = false;
  try {
    await client.query(`select pg_advisory_lock(${lock})`);
    await migrateLocked(client, schema);
    await client.query(`select pg_advisory_unlock(${lock})`);
    isDone = true;
  } finally {
    // Closing the connection ends the lock and a failed migration.
    client.release(!isDone);
  }
}

async function migrateLocked(client: ClientBase, schema: string): Promise<void> {
  const dialect = createDialect(schema);
  // Creating a schema or table takes a permission even if it exists, so look first.
  if (!(await exists(client, 'to_regnamespace', schema))) await client.query(`create schema ${schema}`);
  if (!(await exists(client, 'to_regclass', dialect.tables.migrations))) {
    await client.query(createMigrationsTable(dialect));
  }
  const { rows } = await client.query<{ version: number }>(selectVersion(dialect));
  for (const migration of migrationsFrom(Number(rows[0]?.version), dialect, `schema: ${schema}`)) {
    await client.query('begin');
    await client.query(migration);
    await client.query('commit');
  }
}

async function exists(client: ClientBase, lookUp: 'to_regnamespace' | 'to_regclass', name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`select ${lookUp}($1) is not null as found`, [name]);
  return rows[0]?.found ?? false;
}
