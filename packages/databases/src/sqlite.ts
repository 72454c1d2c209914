import type { DatabaseSync } from 'node:sqlite';

/** The primary result code for a lock that another connection holds. */
const busy = 5;

const pauseInMs = 10;

/** SQLite's primary result code: https://sqlite.org/rescode.html */
export const resultCodeOf = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 0xff;

export const isBusy = (error: unknown): boolean => resultCodeOf(error) === busy;

/**
 * Turns on the write-ahead log of a file that other processes may open at the same time.
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
