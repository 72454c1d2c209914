import { Pool, type PoolClient, type PoolConfig } from 'pg';

/**
 * Creates a pool of PostgreSQL connections that survives a restart of the server. If a connection breaks, idle or during a query, its
 * query rejects, and the next call gets a new connection. A call rejects if waiting for a connection takes longer than 5 s
 * (`connectionTimeoutMillis`). A connection that nothing uses does not keep the process running, even if the server never closes its
 * end. Nothing is set in a session, because a pooler may give it to others.
 */
export function createPool(config: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Linux waits for two hours by default.
    keepAliveInitialDelayMillis: 10_000,
    allowExitOnIdle: true,
    ...config,
  });
  // The pool handles the errors of idle connections. Without this listener, an error of one in use would be unhandled.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  // The pool's own option leaves out connections that it closes. The types lack the method.
  pool.on('release', (_error, client) => (client as PoolClient & { unref(): void }).unref());
  return pool;
}

const untrusted = 'its certificate is not trusted. Pass the certificate of its authority as ssl: { ca }';

const tlsRemedies: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet. Correct the clock of this machine, or the certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host. Connect by a name in the certificate',
};

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL, or correct the host and port',
  ENOTFOUND: 'its host name cannot be resolved. Correct it',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user is not allowed to connect in this way. See pg_hba.conf, which may require TLS',
  '3D000': 'the database does not exist. Create it',
  '25006': 'it is read-only, like a replica. Connect to the primary server',
  '42501':
    'its user lacks a permission. Grant it CREATE on the database, or create the schema and make the user its owner',
};

/** What is wrong with the encryption of a connection, and what to do. */
export function tlsRemedyFor(error: unknown): string | undefined {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException;
  // node-postgres gives this one no code.
  if (message === 'The server does not support SSL connections') {
    return 'it offers no TLS. Turn TLS on in the server, or set sslmode=disable';
  }
  if (syscall === 'open') {
    return `a file of its connection cannot be read (${code}). Correct sslrootcert, sslcert or sslkey`;
  }
  return tlsRemedies[code];
}

/** What is wrong and what to do, if a database cannot be used for a reason that its user can change. */
export const remedyFor = (error: unknown): string | undefined =>
  tlsRemedyFor(error) ?? remedies[(error as { code?: string }).code ?? ''];
