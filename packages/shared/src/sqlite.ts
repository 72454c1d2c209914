import { chmodSync, closeSync, lstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** The primary result code if another connection holds a lock. */
const busy = 5;

const pauseInMs = 10;

/** SQLite's primary result code: https://sqlite.org/rescode.html */
export const resultCodeOf = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 0xff;

export const isBusy = (error: unknown): boolean => resultCodeOf(error) === busy;

/**
 * Turns on the write-ahead log of a file that other processes may be opening at the same time.
 * @param limitInMs How long to wait for them. The thread is blocked meanwhile, as it is by SQLite's own busy timeout.
 */
export function enableWriteAheadLog(database: DatabaseSync, limitInMs: number): void {
  const deadline = performance.now() + limitInMs;
  // SQLite's busy timeout does not apply here: of two processes that switch a new file at once, one fails immediately.
  while (!tryToEnable(database, performance.now() < deadline)) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseInMs);
  }
}

function tryToEnable(database: DatabaseSync, mayBeBusy: boolean): boolean {
  try {
    database.exec('pragma journal_mode = wal');
    return true;
  } catch (error) {
    if (mayBeBusy && isBusy(error)) return false;
    throw error;
  }
}

/** Only the owner may read and write. */
const ownersOnly = 0o600;

/** The endings of the file itself, and of those in which SQLite keeps the latest commits. */
const endings = ['', '-wal', '-shm', '-journal'];

/** Whether SQLite reads a path as a URI, which may mean another file. */
export const isUri = (path: string): boolean => String(path).startsWith('file:');

/**
 * Creates the file of a database if it is missing, and makes it and the files beside it inaccessible to other users of the machine,
 * whichever program created them. Files that SQLite adds get the mode of the database. A file of another owner keeps its mode. Throws
 * the system's error if the file can't be created.
 * @param path Not a URI. It may be a symbolic link, even to a missing file.
 * @returns The absolute path of the file without symbolic links. Open this path: SQLite puts its other files beside it.
 */
export function keepPrivate(path: string): string {
  const file = resolveLinks(path);
  create(file);
  for (const ending of endings) restrict(`${file}${ending}`);
  return file;
}

/**
 * Resolves a path by the system (`native`), which fails for missing files and circular links. Node's own `realpathSync` would take `..`
 * after a link as the folder that contains the link.
 */
function resolveLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const folder = realpathSync.native(dirname(path));
  const file = join(folder, basename(path));
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file;
  const target = readlinkSync(file);
  // Concatenated, because `join` would also resolve `..` wrongly.
  return resolveLinks(isAbsolute(target) ? target : `${folder}${sep}${target}`);
}

/** Does not open an existing file: closing it would release the locks that SQLite holds on it in this process. */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', ownersOnly));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** This user may not change the mode, the file system has no modes, or another process has just removed the file. */
const unchangeable: unknown[] = ['EPERM', 'ENOTSUP', 'ENOSYS', 'ENOENT'];

function restrict(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || (stats.mode & 0o777 & ~ownersOnly) === 0) return;
  try {
    chmodSync(file, stats.mode & ownersOnly);
  } catch (error) {
    if (!unchangeable.includes(codeOf(error))) throw error;
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
