import type { Pool } from 'pg';
import { configurationError } from '../errors/webhook-error.ts';
import { createPool, type PostgresConnection } from './open-database.ts';
import { statementLimitInMs } from './postgres-statements.ts';

/** How many connections a pool has by default: node-postgres' own default. */
const connections = 10;

/**
 * A pool of node-postgres for your own tables, with the limits of the inbox's own pools. It outlives its connections and its
 * server: a connection that breaks, idle or in use, rejects only what was running on it, and the next call opens another one.
 * Nothing waits for a silent network: opening a connection rejects after 5 s (`connectionTimeoutMillis`), a statement without
 * an answer after 10 s (`query_timeout`), and the server closes the connection of a process that is gone after 25 s.
 *
 * After an error in a transaction call `client.release(true)`: that closes the connection, and with it the transaction. If the
 * error was that of a `commit`, it is not known whether the transaction took effect, so make it one that may be repeated.
 *
 * @param connection A connection string, or options of node-postgres, which replace the limits above. `max` is 10 by default.
 * @throws WebhookError with the code `configuration` if the connection is missing.
 */
export function createPostgresPool(connection: PostgresConnection): Pool {
  if (!connection) {
    throw configurationError('connection: set it to a connection string or to the options of node-postgres.');
  }
  const { max = connections } = typeof connection === 'string' ? {} : connection;
  return createPool(connection, max, statementLimitInMs);
}
