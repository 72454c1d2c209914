import type { ContractEvent } from './event.ts';

/** A verified event as it arrived, ready to be stored. */
export interface IncomingEvent {
  /** Identifies the event, at most 500 characters of JSON text or a hash, which `eventKey` made. Hand it back as it is. */
  key: string;
  event: ContractEvent;
  /** The body as it was signed. */
  rawBody: string;
  receivedAt: Date;
  /** The trace that received it: see `WebhookObserver`. */
  traceParent?: string | undefined;
}

/** `duplicate`: an event with this key was stored before. */
export type InsertOutcome = 'stored' | 'duplicate';

/** `pending` until a handler has the event, `dead` once its attempts are used up. */
export type EventStatus = 'pending' | 'processing' | 'done' | 'dead';

/** An event in the inbox. */
export interface StoredEvent extends IncomingEvent {
  status: EventStatus;
  /** Attempts that have started, without those that began beside others in a process that died. */
  attempts: number;
  /** When the next attempt may start, after a failed one. */
  retryAt: Date | undefined;
  /** When it was done. */
  handledAt: Date | undefined;
  /**
   * Why the stored body cannot be read, if it was damaged in the store. `event` is then an `unknown` one without any field, and a
   * handler never gets it: it is dead at its first attempt.
   */
  damage: string | undefined;
  /** The error message of the last failed attempt. */
  lastError: string | undefined;
}
