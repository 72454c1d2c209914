import type { Pool } from 'pg';
import { createPool, type PostgresConnection } from './open-database.ts';
import { statementLimitInMs } from './postgres-statements.ts';

/** The default size of a pool, as in node-postgres. */
const connections = 10;

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
  const { max = connections } = typeof connection === 'string' ? {} : (connection ?? {});
  return createPool(connection, max, statementLimitInMs);
}
