import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import pg from 'pg';
import { onExit } from '../exit/on-exit.ts';
import { createServerFolder, findPrograms, type ServerFolder } from './create-server-folder.ts';
import { databaseUser, initialize, type ServerProcess, startServer, stopServer } from './server-process.ts';

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

/** Creates an empty database on a server and returns its address. It is removed with the server. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  // By default PostgreSQL also writes the copy to its log, which costs half as much again.
  await client.query(`create database ${name} strategy file_copy`);
  await client.end();
  return `${serverUrl}/${name}`;
}

/** Ports below the ephemeral range, which starts at 32768 on Linux and at 49152 elsewhere. */
const ports = { first: 20_000, end: 32_768 };
const mostAttempts = 100;

/** Finds a free port that the system does not assign to programs that ask for any port. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const port = randomInt(ports.first, ports.end);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${mostAttempts} tried ports from ${ports.first} to ${ports.end - 1} was free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
