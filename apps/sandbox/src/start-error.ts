import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The sandbox could not start. The message is one line that says what is wrong and what to do, without a password. */
export class SandboxStartError extends Error {
  readonly code = 'sandbox_start';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SandboxStartError';
  }
}

/** The options of a failed start. */
export interface StartContext {
  dataFolder: string | undefined;
  port: number;
  host: string;
}

/** Says why the store could not be opened. Rethrows an error without a known cause. */
export function storeStartError(error: unknown, { dataFolder }: StartContext): SandboxStartError {
  const message = dataFolder === undefined ? undefined : folderMessages[codeOf(error)]?.(dataFolder);
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
  EADDRINUSE: (port) => `Port ${port} is in use. Stop the program that uses it, or choose another with --port.`,
  EACCES: (port) => `This user cannot use port ${port}. Choose one above 1023 with --port.`,
  EADDRNOTAVAIL: (_, host) => `This machine has no address ${host}. Choose one of its addresses with --host.`,
  ENOTFOUND: (_, host) => `The host name ${host} cannot be resolved. Choose an address of this machine with --host.`,
  EAI_AGAIN: (_, host) => `The host name ${host} cannot be resolved. Choose an address of this machine with --host.`,
};

/** The code of a system call, of Node's SQLite (the lower byte of its result code), or of ours. */
function codeOf(error: unknown): string {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return typeof errcode === 'number' ? `SQLITE_${errcode & 0xff}` : String(code ?? '');
}

const notWritable = (folder: string) =>
  `The data folder ${folder} is not writable. Give this user write access, or choose another with --data.`;
const notAFolder = (folder: string) => `The data folder ${folder} is not a folder. Choose another with --data.`;

const notADatabase = (folder: string) =>
  `sandbox.sqlite in ${folder} is not a database. Move it away, or choose another with --data.`;

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const folderMessages: Record<string, (folder: string) => string> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOENT: notWritable,
  ENOSPC: (folder) => `The disk of ${folder} is full. Free some space, or choose another folder with --data.`,
  EEXIST: notAFolder,
  ENOTDIR: notAFolder,
  SQLITE_5: (folder) => `Another sandbox uses the data folder ${folder}. Stop it, or choose another with --data.`,
  SQLITE_8: notWritable,
  SQLITE_10: notWritable,
  SQLITE_14: (folder) => (isFolder(join(folder, 'sandbox.sqlite')) ? notADatabase : notWritable)(folder),
  SQLITE_26: notADatabase,
  store_not_ours: (folder) =>
    `sandbox.sqlite in ${folder} is not a database of this sandbox, or is from version 0.1.0. Move it away, or choose another folder with --data.`,
  store_newer: (folder) =>
    `${folder} was written by a newer version of the sandbox. Use that version, or choose another folder with --data.`,
};
