import { Pool, type PoolConfig } from 'pg';
import { configurationError } from '../errors/configuration-error.ts';
import { WebhookError } from '../errors/webhook-error.ts';

/** How long a connection may take where nobody says: a receiver has to answer. */
const connectionTimeoutInMs = 5_000;

/**
 * A connection whose process or network is gone must not keep its locks: the server asks after 10 s of silence, and gives
 * it up after three more questions, 5 s apart.
 */
const noticeDeadPeers = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/** How to reach a database: what node-postgres takes. */
export type PostgresConnection = string | PoolConfig;

/** A pool of connections. A connection that breaks is replaced: what was running on it is told, nobody else. */
export function createPool(connection: PostgresConnection, max: number): Pool {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new Pool({
    connectionTimeoutMillis: connectionTimeoutInMs,
    keepAlive: true,
    ...config,
    max,
    async onConnect(client) {
      await config.onConnect?.(client);
      await client.query(noticeDeadPeers);
    },
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL, or correct host and port',
  ENOTFOUND: 'its host is unknown: correct it',
  '28P01': 'user or password are wrong',
  '28000': 'this user may not connect',
  '3D000': 'there is no such database: create it',
  '42501': 'its user lacks a permission: let it create schemas, or create them and grant them',
};

/** The error of a database that cannot be used. It holds no address, user or password. */
export function databaseError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  const { code, message } = error as Error & { code?: string };
  const remedy = remedies[code ?? ''];
  if (remedy) return configurationError(`connection: the database cannot be used, ${remedy}.`);
  return new WebhookError('inbox', `The PostgreSQL inbox failed: ${message || code}.`, { cause: error });
}
