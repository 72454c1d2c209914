import type { EventStatus, IncomingEvent, InsertOutcome, StoredEvent } from '../event/stored-event.ts';
import type { HandleEvent, Processing, ProcessingOptions } from '../processing/processing.ts';

/** A signed body that needs a person: it holds no event, or it differs from the one stored under its key. */
export interface QuarantinedBody {
  /** The body as it was signed; in base64 if it is not UTF-8. */
  rawBody: string;
  /** Why it was quarantined: `event_invalid`, `body_not_utf8`, or a sentence. */
  reason: string;
  receivedAt: Date;
}

/** Which events to find. All given conditions must hold. */
export interface EventFilter {
  key?: string;
  milestoneId?: string;
  status?: EventStatus;
  /** Only events that arrived after the one with this key, so that lists can be read in pages. None if the inbox lacks it. */
  after?: string;
  /** At most this many events. Default: 100. */
  limit?: number;
}

/**
 * What to watch: raise an alarm if `dead` or `quarantined` is above 0, or `oldestAgeInMs` grows. Counting reads these events alone,
 * however many are done.
 */
export interface InboxCounts {
  /** Events that wait to be handled, for the first time or again. */
  pending: number;
  /** Events that are being handled, or were when their process died. */
  processing: number;
  /** Dead letters. Somebody has to look at them and replay them. */
  dead: number;
  /** Quarantined bodies. Somebody has to look at them. */
  quarantined: number;
  /** The age of the oldest event that is pending or processing, at least 0; undefined if there is none. */
  oldestAgeInMs: number | undefined;
}

/**
 * Stores events permanently: a repeated event is recognised by the keys in the store (HOOK-4, HOOK-7). Every method rejects with
 * a WebhookError with the code `inbox` if the store cannot be used.
 */
export interface Inbox<Transaction = unknown> {
  /**
   * Resolves once an event could be stored: the database is reached, its tables are there, and what an event needs was tried: in
   * SQLite a change beside the events that is committed, in PostgreSQL an insert that is rolled back. The store does not grow.
   * Await it when the process starts, so that a wrong address or a missing right fails there; otherwise the first call that needs
   * the store opens it. If opening fails, the next call tries again. In a readiness probe, call it at most once a second.
   */
  ready(): Promise<void>;
  /**
   * Stores an event under its unique key and resolves after the commit. A duplicate changes nothing; if its raw body differs
   * from the stored one, that body is quarantined.
   */
  insert(incoming: IncomingEvent): Promise<InsertOutcome>;
  /** Stores a signed body that holds no event. The same body with the same reason is stored once. */
  quarantine(body: QuarantinedBody): Promise<void>;
  /**
   * Starts handing each stored event to `handle` (HOOK-3): at least once, until it resolves; one at a time for each milestone,
   * in order of arrival. A failing event holds up the later ones of its milestone until it is dead.
   */
  start(handle: HandleEvent<Transaction>, options?: ProcessingOptions): Processing;
  /** The stored events that match, in order of arrival. */
  find(filter?: EventFilter): Promise<StoredEvent[]>;
  counts(): Promise<InboxCounts>;
  /** The first 100 dead events, in order of arrival. */
  deadLetters(): Promise<StoredEvent[]>;
  /** Makes a dead event pending again, with all its attempts, as if it had arrived now. Resolves with false if no dead event has this key. */
  replay(key: string): Promise<boolean>;
  /**
   * Hands out no more events in any process on this store, until `resume`: within a second, while events are stored as before and
   * handlers in progress end. It outlives processes.
   */
  pause(): Promise<void>;
  resume(): Promise<void>;
  isPaused(): Promise<boolean>;
  /** The first quarantined bodies, in order of arrival. Default limit: 100. */
  findQuarantined(limit?: number): Promise<QuarantinedBody[]>;
  /** Deletes a quarantined body. Resolves with false if there is none like it. */
  discardQuarantined(body: Pick<QuarantinedBody, 'rawBody' | 'reason'>): Promise<boolean>;
  /**
   * Resolves once every stored event is done or dead: in a test, when all deliveries are handled. Default limit: 30 000. It polls
   * `counts`, so do not use it with a large inbox.
   * @throws WebhookError with the code `inbox` if events are left after the limit.
   */
  drain(options?: { limitInMs?: number }): Promise<void>;
  /**
   * Deletes events that were received and done more than `olderThanInMs` ago, and resolves with how many. Events that are
   * pending, processing or dead stay, and so do quarantined bodies. As long as a milestone has an open or dead event, its done
   * events stay too, because `isLate` depends on them.
   *
   * A duplicate of a deleted event counts as a new one, and `reconcile` reports a deleted event as missing. So keep events for
   * days, longer than the service or its operator could repeat one (HOOK-4).
   * @throws WebhookError with the code `configuration` if `olderThanInMs` is not a number of milliseconds.
   */
  prune(options: { olderThanInMs: number }): Promise<number>;
  /** Stops the processing, then closes files and connections. */
  close(): Promise<void>;
}
