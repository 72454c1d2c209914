import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxStartError } from './sandbox-start-error.ts';
import { postgresSchema } from './storage/open-postgres.ts';
import type { StorageOptions } from './storage/storage-options.ts';

/** The options of a failed start. */
export interface StartContext extends StorageOptions {
  port: number;
  host: string;
}

/** Says why the store could not be opened. Rethrows an error without a known cause. */
export function storeStartError(error: unknown, context: StartContext): SandboxStartError {
  const message = context.databaseUrl === undefined ? folderMessage(error, context) : databaseMessage(error, context);
  if (message === undefined) throw error;
  return new SandboxStartError(message, { cause: error });
}

/** Says why the sandbox could not listen. Rethrows an error without a known cause. */
export function listenStartError(error: unknown, { port, host }: StartContext): SandboxStartError {
  const text = listenMessages[codeOf(error)];
  if (text === undefined) throw error;
  return new SandboxStartError(text(port, host), { cause: error });
}

const listenMessages: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `Port ${port} is taken. Stop what listens there, or choose another one with --port.`,
  EACCES: (port) => `Port ${port} may not be used by this user. Choose one above 1023 with --port.`,
  EADDRNOTAVAIL: (_, host) => `This machine has no address ${host}. Give one of its own with --host.`,
  ENOTFOUND: (_, host) => `No address is known for ${host}. Give one of this machine's own with --host.`,
  EAI_AGAIN: (_, host) => `No address is known for ${host}. Give one of this machine's own with --host.`,
};

/** The code of a system call, of Node's SQLite (the lower byte of its result code), or of PostgreSQL. */
function codeOf(error: unknown): string {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return typeof errcode === 'number' ? `SQLITE_${errcode & 0xff}` : String(code ?? '');
}

const notWritable = (folder: string) =>
  `The data folder ${folder} can't be written. Give this user the right to, or choose another one with --data.`;
const notAFolder = (folder: string) => `The data folder ${folder} is not a folder. Choose another one with --data.`;

const notADatabase = (folder: string) =>
  `sandbox.sqlite in ${folder} is not a database. Move it away, or choose another one with --data.`;

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const folderMessages: Record<string, (folder: string) => string> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOENT: notWritable,
  ENOSPC: (folder) => `No space is left for the data folder ${folder}. Free some, or choose another one with --data.`,
  EEXIST: notAFolder,
  ENOTDIR: notAFolder,
  SQLITE_5: (folder) =>
    `Another sandbox uses the data folder ${folder}. Stop it, choose another one with --data, or share a PostgreSQL with --database-url.`,
  SQLITE_8: notWritable,
  SQLITE_10: notWritable,
  SQLITE_14: (folder) => (isFolder(join(folder, 'sandbox.sqlite')) ? notADatabase : notWritable)(folder),
  SQLITE_26: notADatabase,
  store_not_ours: (folder) =>
    `sandbox.sqlite in ${folder} is the database of something else, or of version 0.1.0. Move it away, or choose another folder with --data.`,
  store_newer: (folder) =>
    `A newer version of the sandbox has written ${folder}. Use that version, or choose another folder with --data.`,
};

function folderMessage(error: unknown, { dataFolder }: StartContext): string | undefined {
  return dataFolder === undefined ? undefined : folderMessages[codeOf(error)]?.(dataFolder);
}

const unreachable = (where: string) => `No PostgreSQL answers at ${where}. Start it, or correct --database-url.`;
const wrongLogin = (where: string) =>
  `PostgreSQL at ${where} refuses the login. Correct user and password in --database-url.`;

const databaseMessages: Record<string, (where: string) => string> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ERR_INVALID_URL: () => '--database-url is not an address such as postgres://user:password@host/database.',
  '28000': wrongLogin,
  '28P01': wrongLogin,
  '3D000': (where) => `PostgreSQL at ${where} has no such database. Create it, or correct --database-url.`,
  '42501': (where) =>
    `The user may not use the schema ${postgresSchema} at ${where}. Make it the user's own, or use another user in --database-url.`,
  '53300': (where) => `PostgreSQL at ${where} has no connection left. Raise max_connections, or close some.`,
  schema_refused: (where) =>
    `The user may not create the schema ${postgresSchema} at ${where}. Have it created with the user as its owner, or use another user in --database-url.`,
  store_not_ours: (where) =>
    `The schema ${postgresSchema} at ${where} holds something else, or the data of version 0.1.0. Rename it, or choose another database with --database-url.`,
  store_newer: (where) =>
    `A newer version of the sandbox has written the schema ${postgresSchema} at ${where}. Use that version, or choose another database with --database-url.`,
  '57P03': (where) => `PostgreSQL at ${where} is starting or stopping. Try again in a moment.`,
};

function databaseMessage(error: unknown, { databaseUrl = '' }: StartContext): string | undefined {
  const url = URL.parse(databaseUrl);
  // Only host, port and name, because the address holds a password.
  return databaseMessages[codeOf(error)]?.(url ? `${url.host}${url.pathname}` : 'that address');
}
