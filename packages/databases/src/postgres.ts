import { Pool, type PoolConfig, type QueryConfig } from 'pg';

/**
 * A connection whose process or network is gone must not keep its locks: the server asks after 10 s of silence, and gives
 * it up after three more questions, 5 s apart.
 */
const noticeDeadPeers = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/** When this side asks whether the server is still there: Linux waits for two hours by default. */
const keepAliveAfterInMs = 10_000;

/** How long a connection may take where the caller does not say. */
const connectionTimeoutInMs = 5_000;

/**
 * A pool of PostgreSQL connections that outlives its server. A connection that breaks, idle or in the middle of a query, is
 * replaced by the next call; what was running on it rejects, and nothing else happens. To wait for a free or a new
 * connection takes at most `connectionTimeoutMillis` (default: 5 s), and to set it up as long again, then the call rejects.
 */
export function createPool(config: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: connectionTimeoutInMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterInMs,
    ...config,
    async onConnect(client) {
      await config.onConnect?.(client);
      // The pool's limit does not count for what happens here.
      const limitInMs = config.connectionTimeoutMillis ?? connectionTimeoutInMs;
      await client.query({ text: noticeDeadPeers, query_timeout: limitInMs } as QueryConfig);
    },
  });
  // The pool hears of connections that break while they are idle. One in use has nobody who listens: an unhandled `error`.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}
