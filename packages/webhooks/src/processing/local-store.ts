import type { ClaimedEvent } from './claimed-event.ts';
import type { Failure } from './failed-attempt.ts';

/** What is to be written together with an event's being done. */
export type Work<Database> = (database: Database) => void;

/** A store whose events one process at a time handles. */
export interface LocalStore<Database> {
  /**
   * Begins an attempt at up to `limit` events that are due, each the first one of an ordering key that has none in progress.
   * `nextDueAt` is when the next one falls due, if known. Nothing where another process handles the events.
   */
  claim(limit: number, now: Date): Promise<{ events: ClaimedEvent[]; nextDueAt: Date | undefined }>;
  /** Marks an event done and does the work in one transaction. Rejects where any of it fails: then nothing happened. */
  finish(event: ClaimedEvent, work: readonly Work<Database>[], now: Date): Promise<void>;
  /** Puts an event off, or marks it dead. */
  fail(event: ClaimedEvent, failure: Failure): Promise<void>;
  /** Gives an event back as though the attempt had not begun. */
  release(event: ClaimedEvent): Promise<void>;
  /** Lets another process handle the events. */
  leave(): Promise<void>;
}
