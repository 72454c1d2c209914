import type { ContractEvent } from '../event.ts';

/** What a handler is told beside the event. */
export interface EventContext<Transaction = unknown> {
  key: string;
  /** 1 for the first attempt, one more with each. An attempt that died with its process counts. */
  attempt: number;
  /** A later status of the same milestone was handled already, as no order is promised: do what is still of use (HOOK-7). */
  isLate: boolean;
  /** The event names no milestone: it may be a repeat of one that was handled, which nothing can tell (HOOK-7). */
  isUnkeyed: boolean;
  receivedAt: Date;
  /** Aborts when `stop` waits no longer: what is not done then is rolled back and handled again later. */
  signal: AbortSignal;
  /** What is written through this counts together with the event's being done, or not at all. */
  transaction: Transaction;
}

/** Handles one event. Resolved: the event is done. Rejected: the transaction is rolled back, the event tried again. */
export type HandleEvent<Transaction = unknown> = (
  event: ContractEvent,
  context: EventContext<Transaction>,
) => Promise<void> | void;

/** How events are processed. All of it is our choice: not shown. */
export interface ProcessingOptions {
  /** How many events are handled at the same time, of as many milestones. Default 10. */
  concurrency?: number;
  /** How often an event is attempted before it is a dead letter. Default 20: about half an hour with the default delays. */
  attempts?: number;
  /**
   * The longest delay after the first failed attempt, 1000 by default. The longest one doubles with each attempt, and the
   * delay that is taken is random between 0 and it (full jitter).
   */
  firstDelayInMs?: number;
  /** Where the doubling ends, 300 000 by default. */
  longestDelayInMs?: number;
  /** Is told of every failed attempt and of every failure of the store. What it throws is ignored. */
  onError?: (error: unknown, failed?: FailedAttempt) => void;
}

/** An attempt that failed. */
export interface FailedAttempt {
  key: string;
  attempt: number;
  /** When it is tried again; undefined where it became a dead letter. */
  retryAt: Date | undefined;
}

/** Processing that was started. */
export interface Processing {
  /**
   * Takes no new event and waits for the handlers in progress, 30 s by default. Then it aborts their signal and leaves their
   * events to be handled again, which takes at most 10 s more, also where the store does not answer. It never rejects, and
   * may be called twice.
   */
  stop(options?: { limitInMs?: number }): Promise<void>;
}
