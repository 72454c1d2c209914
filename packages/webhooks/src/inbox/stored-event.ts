import type { IncomingEvent } from './incoming-event.ts';

/** Where an event stands: `pending` until a handler has it, `dead` once its attempts are used up. */
export type EventStatus = 'pending' | 'processing' | 'done' | 'dead';

/** An event in the inbox. */
export interface StoredEvent extends IncomingEvent {
  status: EventStatus;
  /** Attempts that were begun. */
  attempts: number;
  /** When the next attempt may begin, after one that failed. */
  retryAt: Date | undefined;
  /** When it was done. */
  handledAt: Date | undefined;
  /** The message of the error of the last failed attempt. */
  lastError: string | undefined;
}

/** Which events to find: those for which everything given holds. */
export interface EventFilter {
  key?: string;
  milestoneId?: string;
  status?: EventStatus;
  /** Default 100. */
  limit?: number;
}

/** How many rows are found where nobody says. */
export const defaultLimit = 100;

/** What to watch. Counting takes time with what is stored: a few times a minute is enough. */
export interface InboxCounts {
  /** Events that wait, for their turn or for their next attempt. */
  pending: number;
  /** Events that a handler has, or had when its process died. */
  processing: number;
  done: number;
  /** Dead letters: somebody has to look at them, and replay them. */
  dead: number;
  /** What could not be understood: somebody has to look at it. */
  quarantined: number;
  /** How long the oldest event that is neither done nor dead has been here; undefined where there is none. */
  oldestAgeInMs: number | undefined;
}
