import type { DatabaseSync } from 'node:sqlite';

/** How long nothing has to be asked of the store. */
const quietInMs = 100;

/** Checkpoints that wait for a quiet moment. */
export interface QuietCheckpoints {
  /** Says that the store is in use. */
  putOff(): void;
  stop(): void;
}

/**
 * Moves what was committed from the log into the file when nobody asks for anything. SQLite would do so within a commit, and
 * whoever waits for that would wait for the disk as well: up to seconds where others write to it.
 */
export function checkpointWhenQuiet(database: DatabaseSync): QuietCheckpoints {
  const timer = setTimeout(() => {
    try {
      database.exec('pragma wal_checkpoint(passive)');
    } catch {
      // In the middle of a transaction, or without space: a later one does it, and a write that finds no space tells.
    }
  }, quietInMs).unref();
  return {
    putOff: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}
