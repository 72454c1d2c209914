import { DatabaseSync } from 'node:sqlite';

/** Held by the one process that handles the events of a file. */
export interface ProcessingLock {
  /** Takes it, if no other process has it. */
  take(): boolean;
  release(): void;
}

/**
 * A lock that its process cannot leave behind: a second, empty database whose exclusive lock the operating system frees
 * when the process dies, however it dies.
 * @param path Of the second database; it is created.
 */
export function createProcessingLock(path: string): ProcessingLock {
  let held: DatabaseSync | undefined;
  return {
    take() {
      if (held) return true;
      const database = new DatabaseSync(path, { timeout: 0 });
      try {
        database.exec('begin exclusive');
      } catch (error) {
        database.close();
        if (isBusy(error)) return false;
        throw error;
      }
      held = database;
      return true;
    },
    release() {
      held?.close();
      held = undefined;
    },
  };
}

/** The result code of SQLite where another connection has the lock. */
const busy = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy;
