import { DatabaseSync } from 'node:sqlite';
import { isBusy, keepPrivate } from '@escrow-kit/shared/sqlite';

/** Free, or held by the one process that handles the events of a file. */
export interface ProcessingLock {
  /** Takes the lock, unless another process has it. Returns whether this process holds it. */
  take(): boolean;
  release(): void;
}

/**
 * A lock that its process cannot leave behind: a second, empty database whose exclusive lock the operating system frees when the
 * process dies, in whatever way. `take` holds it, `release` frees it; both may be repeated.
 * @param path The second database. It is created if it is missing, readable by its owner only.
 */
export function createProcessingLock(path: string): ProcessingLock {
  let held: DatabaseSync | undefined;
  return {
    take() {
      if (held) return true;
      const database = new DatabaseSync(keepPrivate(path), { timeout: 0 });
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
