import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { onExit } from '../on-exit.ts';
import { createServerFolder, type ServerFolder } from './server-folder.ts';

/** A PostgreSQL server: running or paused until `stop`. `pause` keeps the data, and `resume` starts it on the same port. */
export interface PostgresServer {
  /** The address with the password, which is new for each server, without a database name. */
  url: string;
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Stops the server; open connections break. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const databaseUser = 'postgres';

const settings = [
  // One address and no Unix socket, so that the start fails if the port is taken.
  `listen_addresses=${host}`,
  'unix_socket_directories=',
  'max_connections=400',
  // Off: what only a long-lived server needs, or one that has to survive a power cut.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'io_method=sync',
];

/** Independent of the machine's locale, which may not be installed. A login costs one round of hashing. */
const initdbFlags = ['--no-locale', '--encoding=UTF8', '--no-sync', '--set=scram_iterations=1', '--auth=password'];

/** A server prints this once it accepts connections. Always in English, because it runs with LC_ALL=C. */
const readyMessage = 'database system is ready to accept connections';
const portIsTakenMessage = 'Is another postmaster already running on port';

const longestOutput = 4000;
const mostPorts = 10;

/**
 * Starts a PostgreSQL on a free port, in a new folder. It never waits for the disk: it survives kills of processes, but not of the
 * machine. It ends with this process, unless that is killed. For root it runs as the user `nobody`.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await createServerFolder();
  onExit(() => {
    // Node stops early if the server, which is ending, removes a file at the same time.
    while (existsSync(folder.path)) rmSync(folder.path, { recursive: true, force: true, maxRetries: 5 });
  });
  const password = randomUUID();
  await initialize(folder, password);
  let { server, port } = await startOnFreePort(folder);
  const url = `postgres://${databaseUser}:${password}@${host}:${port}`;
  const pause = async () => {
    server.child.kill('SIGINT');
    await server.ended;
  };
  return {
    url,
    createDatabase: () => createDatabase(url),
    pause,
    async resume() {
      server = await startServer(folder, port);
    },
    async stop() {
      await pause();
      await rm(folder.path, { recursive: true, force: true });
    },
  };
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

const dataFolder = ({ path }: ServerFolder): string => join(path, 'data');

async function initialize(folder: ServerFolder, password: string): Promise<void> {
  const passwordFile = join(folder.path, 'password');
  await mkdir(dataFolder(folder), { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (folder.user) {
    const { uid, gid } = folder.user;
    await Promise.all([dataFolder(folder), passwordFile].map((path) => chown(path, uid, gid)));
  }
  const parameters = [`--pgdata=${dataFolder(folder)}`, `--username=${databaseUser}`, `--pwfile=${passwordFile}`];
  const initdb = run(folder, folder.programs.initdb, [...parameters, ...initdbFlags]);
  await initdb.ended;
  await rm(passwordFile);
  if (initdb.child.exitCode !== 0) throw new Error(`PostgreSQL could not create its files: ${initdb.output()}`);
}

/** Another program may take the free port before the server starts. Then the next port is tried. */
async function startOnFreePort(folder: ServerFolder): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { server: await startServer(folder, port), port };
    } catch (error) {
      if (attempt === mostPorts || !String(error).includes(portIsTakenMessage)) throw error;
    }
  }
}

/** Starts a server on the files in its folder. If it ends before it accepts connections, rejects with the end of its output. */
async function startServer(folder: ServerFolder, port: number): Promise<ServerProcess> {
  const flags = [...settings, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const server = run(folder, folder.programs.postgres, ['-D', dataFolder(folder), ...flags]);
  const isReady = new Promise<true>((resolve) => {
    server.child.stderr?.on('data', () => server.output().includes(readyMessage) && resolve(true));
  });
  if (await Promise.race([isReady, server.ended])) return server;
  throw new Error(`PostgreSQL did not start: ${server.output()}`);
}

interface ServerProcess {
  child: ChildProcess;
  /** Resolves when it has ended, or could not be started. */
  ended: Promise<void>;
  /** The end of its output. */
  output(): string;
}

function run({ path, user }: ServerFolder, program: string, flags: string[]): ServerProcess {
  const child = spawn(program, flags, { ...user, cwd: path, env: { ...process.env, LC_ALL: 'C' } });
  // It ends at once, without waiting for its clients.
  onExit(() => child.kill('SIGQUIT'));
  let output = '';
  const appendOutput = (text: unknown) => {
    output = (output + text).slice(-longestOutput);
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', appendOutput);
  const ended = once(child, 'close').then(() => {}, appendOutput);
  return { child, ended, output: () => output };
}

/** Ports below the ephemeral range, which starts at 32768 on Linux and at 49152 elsewhere. */
const ports = { first: 20_000, end: 32_768 };

/** Finds a free port that the system does not assign to programs that ask for any port. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(ports.first, ports.end);
  const isFree = await new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
  return isFree ? port : findFreePort();
}
