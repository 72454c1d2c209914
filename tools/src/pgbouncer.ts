import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { type DebianProgram, findDebianProgram } from './debian-program.ts';
import { onExit } from './on-exit.ts';
import { findFreePort } from './postgres/start-postgres.ts';
import { until } from './until.ts';

/** A running pgbouncer. */
export interface Pgbouncer {
  /** The address of the database, behind it. */
  connectionString: string;
  /** Closes all connections of the clients and to the server. */
  killConnections(): Promise<void>;
}

/** How it shares connections. */
export interface PgbouncerOptions {
  /** Default: transaction. */
  mode?: 'transaction' | 'session';
  /** How many connections to the server it opens. Default: 3. */
  poolSize?: number;
}

const host = '127.0.0.1';

/** It refuses to run as root. */
const userForRoot = 'nobody';

/** Of version 1. */
const firstMinorThatKnowsNames = 21;

let program: Promise<DebianProgram | undefined> | undefined;

/**
 * Starts pgbouncer before a database, without named statements, with its defaults otherwise. It ends with the test. Undefined if this
 * machine has neither pgbouncer nor apt to fetch it.
 */
export async function startPgbouncer(
  databaseUrl: string,
  { mode = 'transaction', poolSize = 3 }: PgbouncerOptions = {},
): Promise<Pgbouncer | undefined> {
  program ??= findDebianProgram({ name: 'pgbouncer', debianPackage: 'pgbouncer' });
  const found = await program;
  if (!found) return undefined;
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const listenPort = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const settings = `[databases]
    * = host=${hostname} port=${port} user=${username} password=${password}
    [pgbouncer]
    listen_addr = ${host}
    listen_port = ${listenPort}
    unix_socket_dir =
    auth_type = any
    admin_users = ${username}
    server_login_retry = 1
    pool_mode = ${mode}
    default_pool_size = ${poolSize}
    ${withoutNamedStatements(found)}`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings.replaceAll(/^ +/gm, ''));
  const user = process.getuid?.() === 0 ? ['--user', userForRoot] : [];
  const parameters = ['--quiet', ...user, join(folder, 'pgbouncer.ini')];
  const child = spawn(found.command, parameters, { env: found.env, stdio: 'ignore' });
  onExit(() => child.kill('SIGKILL'));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true });
  });
  const address = new URL(databaseUrl);
  address.port = String(listenPort);
  await until(() => tryConnecting(listenPort));
  return {
    connectionString: address.href,
    async killConnections() {
      const console = new Client({ connectionString: new URL('/pgbouncer', address).href });
      await console.connect();
      for (const command of ['kill', 'resume']) await console.query(`${command} ${pathname.slice(1)}`);
      await console.end();
    },
  };
}

/** Later versions follow named statements to other connections, as other poolers do not; earlier ones refuse the setting. */
function withoutNamedStatements({ command, env }: DebianProgram): string {
  const [, minor] = /^PgBouncer 1\.(\d+)/.exec(execFileSync(command, ['--version'], { env, encoding: 'utf8' })) ?? [];
  return Number(minor) < firstMinorThatKnowsNames ? '' : 'max_prepared_statements = 0';
}

async function tryConnecting(port: number): Promise<void> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
