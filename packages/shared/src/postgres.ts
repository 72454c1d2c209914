import { Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';

/**
 * A connection must not keep its locks once its process or network is gone. The server probes it after 10 s of silence, and drops it
 * after three more probes, 5 s apart.
 */
const noticeDeadPeers = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/** After how much silence this side probes the server. Linux waits for two hours by default. */
const keepAliveAfterInMs = 10_000;

/** How long connecting may take by default. */
const connectionTimeoutInMs = 5_000;

/**
 * Creates a pool of PostgreSQL connections that survives a restart of the server. If a connection breaks, idle or during a query, its
 * query rejects, and the next call gets a new connection. A call rejects if waiting for a connection takes longer than
 * `connectionTimeoutMillis` (default: 5 s), or if setting it up then takes as long again. A connection that nothing uses does not keep
 * the process running, even if the server never closes its end.
 */
export function createPool(config: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: connectionTimeoutInMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterInMs,
    allowExitOnIdle: true,
    ...config,
    async onConnect(client) {
      await config.onConnect?.(client);
      // The pool's own limit does not cover this step.
      const limitInMs = config.connectionTimeoutMillis ?? connectionTimeoutInMs;
      await client.query({ text: noticeDeadPeers, query_timeout: limitInMs } as QueryConfig);
    },
  });
  // The pool handles the errors of idle connections. Without this listener, an error of one in use would be unhandled.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  // The pool's own option leaves out connections that it closes. The types lack the method.
  pool.on('release', (_error, client) => (client as PoolClient & { unref(): void }).unref());
  return pool;
}
