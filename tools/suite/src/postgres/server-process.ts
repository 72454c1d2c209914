import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onExit } from '../exit/on-exit.ts';
import type { ServerFolder } from './create-server-folder.ts';

/** A server prints this once it accepts connections. Always in English, because it runs with LC_ALL=C. */
const readyMessage = 'database system is ready to accept connections';

const longestOutput = 4000;

/** The user with the password. */
export const databaseUser = 'postgres';

/** Creates the files of a server in its folder. */
export async function initialize(folder: ServerFolder, { password, flags }: { password: string; flags: string[] }) {
  const passwordFile = join(folder.path, 'password');
  await mkdir(dataFolder(folder), { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (folder.user) {
    const { uid, gid } = folder.user;
    await Promise.all([dataFolder(folder), passwordFile].map((path) => chown(path, uid, gid)));
  }
  const parameters = [`--pgdata=${dataFolder(folder)}`, `--username=${databaseUser}`, `--pwfile=${passwordFile}`];
  const initdb = run(folder, folder.programs.initdb, [...parameters, '--auth=password', ...flags]);
  await initdb.ended;
  await rm(passwordFile);
  if (initdb.child.exitCode !== 0) throw new Error(`PostgreSQL could not create its files: ${initdb.output()}`);
}

/** Starts a server on the files in its folder. If it ends before it accepts connections, rejects with the end of its output. */
export async function startServer(folder: ServerFolder, flags: string[]): Promise<ServerProcess> {
  const server = run(folder, folder.programs.postgres, ['-D', dataFolder(folder), ...flags]);
  const isReady = new Promise<true>((resolve) => {
    server.child.stderr?.on('data', () => server.output().includes(readyMessage) && resolve(true));
  });
  if (await Promise.race([isReady, server.ended])) return server;
  throw new Error(`PostgreSQL did not start: ${server.output()}`);
}

/** Stops a server. Open connections break. */
export async function stopServer({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGINT');
  await ended;
}

/** A running program of PostgreSQL. */
export interface ServerProcess {
  child: ChildProcess;
  /** Resolves when it has ended, or could not be started. */
  ended: Promise<void>;
  /** The end of its output. */
  output(): string;
}

const dataFolder = ({ path }: ServerFolder): string => join(path, 'data');

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
