import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { onExit } from '../exit/on-exit.ts';
import { createDatabase } from './create-database.ts';
import { createServerFolder, type ServerFolder } from './create-server-folder.ts';
import { findFreePort } from './find-free-port.ts';
import { findPrograms } from './find-programs.ts';
import { databaseUser, initialize, type ServerProcess, startServer, stopServer } from './server-process.ts';

export { createDatabase, findFreePort };

/** A PostgreSQL server: running or paused until `stop`. `pause` keeps the data, and `resume` starts it on the same port. */
export interface PostgresServer {
  /** The address with the password, which is new for each server, without a database name. */
  url: string;
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const mostPorts = 10;

/** One address and no Unix socket, so that the start fails if the port is taken. */
const settings = [`listen_addresses=${host}`, 'unix_socket_directories=', 'max_connections=400'];

/** Switches off what only a long-lived server needs, or one that has to survive a power cut. */
const cheapSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'io_method=sync',
];

/** Independent of the machine's locale, which may not be installed. A login costs one round of hashing. */
const initdbFlags = ['--no-locale', '--encoding=UTF8', '--no-sync', '--set=scram_iterations=1'];

/**
 * Starts a PostgreSQL on a free port, in a new folder. With `isDurable` it waits for the disk at each commit and vacuums, as
 * PostgreSQL does by default; tests that kill processes but not the machine are faster without.
 *
 * It ends with this process, unless that is killed. For root it runs as the user `nobody`.
 */
export async function startPostgres({ isDurable = false }: { isDurable?: boolean } = {}): Promise<PostgresServer> {
  const folder = await createServerFolder(await findPrograms());
  onExit(() => {
    // Node stops early if the server, which is ending, removes a file at the same time.
    while (existsSync(folder.path)) rmSync(folder.path, { recursive: true, force: true, maxRetries: 5 });
  });
  const password = randomUUID();
  await initialize(folder, { password, flags: initdbFlags });
  const flags = (isDurable ? settings : [...settings, ...cheapSettings]).flatMap((setting) => ['-c', setting]);
  let { server, port } = await startOnFreePort(folder, flags);
  const url = `postgres://${databaseUser}:${password}@${host}:${port}`;
  return {
    url,
    createDatabase: () => createDatabase(url),
    pause: () => stopServer(server),
    async resume() {
      server = await startServer(folder, [...flags, '-p', String(port)]);
    },
    async stop() {
      await stopServer(server);
      await rm(folder.path, { recursive: true, force: true });
    },
  };
}

/** Another program may take the free port before the server starts. Then the next port is tried. */
async function startOnFreePort(
  folder: ServerFolder,
  flags: string[],
): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { server: await startServer(folder, [...flags, '-p', String(port)]), port };
    } catch (error) {
      const isTaken = String(error).includes('Is another postmaster already running on port');
      if (attempt === mostPorts || !isTaken) throw error;
    }
  }
}
