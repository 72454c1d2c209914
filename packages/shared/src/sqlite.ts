import { chmodSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** SQLite's primary result code: https://sqlite.org/rescode.html */
export const resultCodeOf = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 0xff;

/** Whether another connection holds a lock. */
export const isBusy = (error: unknown): boolean => resultCodeOf(error) === 5;

const pauseInMs = 10;

/**
 * Turns on the write-ahead log of a file that other processes may be opening at the same time.
 * @param limitInMs How long to wait for them. The thread is blocked meanwhile, as it is by SQLite's own busy timeout.
 */
export function enableWriteAheadLog(database: DatabaseSync, limitInMs: number): void {
  const endsAt = performance.now() + limitInMs;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      // SQLite's busy timeout does not apply here: of two processes that switch a new file at once, one fails immediately.
      if (!isBusy(error) || performance.now() >= endsAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseInMs);
    }
  }
}

/** Only the owner may read and write. */
const ownersOnly = 0o600;

/**
 * Creates a database file unless it is there, and closes it to everybody but its owner, with the files in which SQLite keeps the latest
 * commits.
 * @returns The path of the file without symbolic links. Open this one: SQLite puts its other files beside it.
 */
export function keepPrivate(path: string): string {
  // Never opens one that is there: closing it would release the locks that SQLite holds on it in this process.
  if (!existsSync(path)) closeSync(openSync(path, 'a', ownersOnly));
  // As the system resolves it: Node's own `realpathSync` would take `..` after a link as the folder that contains the link.
  const file = realpathSync.native(path);
  for (const ending of ['', '-wal', '-shm', '-journal']) restrict(`${file}${ending}`);
  return file;
}

/** There is no such file, another process has just removed it, this user may not change it, or the file system has no modes. */
const unchangeable: unknown[] = ['ENOENT', 'EPERM', 'ENOTSUP', 'ENOSYS'];

function restrict(file: string): void {
  try {
    const stats = statSync(file);
    if (stats.isFile() && (stats.mode & 0o777 & ~ownersOnly) !== 0) chmodSync(file, stats.mode & ownersOnly);
  } catch (error) {
    if (!unchangeable.includes((error as { code?: unknown }).code)) throw error;
  }
}
