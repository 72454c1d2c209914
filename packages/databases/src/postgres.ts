import { Pool, type PoolConfig, type QueryConfig } from 'pg';

/**
 * A connection whose process or network is gone must not keep its locks. The server probes it after 10 s of silence, and drops
 * it after three more probes, 5 s apart.
 */
const noticeDeadPeers = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/** When this side first probes the server. Linux waits for two hours by default. */
const keepAliveAfterInMs = 10_000;

/** How long a connection may take by default. */
const connectionTimeoutInMs = 5_000;

/**
 * A pool of PostgreSQL connections that outlives its server. If a connection breaks, idle or during a query, what was running
 * on it rejects, and the next call replaces it. A call rejects if waiting for a connection takes longer than
 * `connectionTimeoutMillis` (default: 5 s), or if setting it up then takes as long again.
 */
export function createPool(config: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: connectionTimeoutInMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterInMs,
    ...config,
    async onConnect(client) {
      await config.onConnect?.(client);
      // The pool's own limit does not cover this step.
      const limitInMs = config.connectionTimeoutMillis ?? connectionTimeoutInMs;
      await client.query({ text: noticeDeadPeers, query_timeout: limitInMs } as QueryConfig);
    },
  });
  // The pool handles connections that break while idle. For one in use nothing would listen: an unhandled `error`.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}
