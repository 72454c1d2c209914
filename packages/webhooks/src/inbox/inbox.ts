import type { IncomingEvent, QuarantinedBody } from './incoming-event.ts';
import type { HandleEvent, Processing, ProcessingOptions } from './processing.ts';
import type { EventFilter, InboxCounts, StoredEvent } from './stored-event.ts';

/**
 * Where events are kept from the moment they arrive, for good: the keys are also what recognises a repeated event
 * (HOOK-4, HOOK-7). Every method rejects with a WebhookError of the code `inbox` where the store cannot be used.
 */
export interface Inbox<Transaction = unknown> {
  /**
   * Stores an event under its unique key and resolves after the commit. `duplicate` where the key is there already:
   * then nothing changes, and a raw body that differs from the stored one is quarantined.
   */
  insert(incoming: IncomingEvent): Promise<'stored' | 'duplicate'>;
  /** Keeps what was verified but cannot be understood; the same body with the same reason is kept once. */
  quarantine(body: QuarantinedBody): Promise<void>;
  /**
   * Starts to hand each stored event to `handle` (HOOK-3): at least once until it resolves, one at a time a milestone, in
   * the order of arrival. An event that keeps failing holds up the later ones of its milestone until it is dead.
   */
  start(handle: HandleEvent<Transaction>, options?: ProcessingOptions): Processing;
  /** The stored events that match, in the order of arrival. */
  find(filter?: EventFilter): Promise<StoredEvent[]>;
  counts(): Promise<InboxCounts>;
  /** The events that were given up, in the order of arrival: the first 100. */
  deadLetters(): Promise<StoredEvent[]>;
  /** Makes a dead event pending again, with all its attempts. False where there is no dead event under this key. */
  replay(key: string): Promise<boolean>;
  /** What was quarantined, in the order of arrival: the first 100, or as many as asked for. */
  findQuarantined(limit?: number): Promise<QuarantinedBody[]>;
  /** Stops the processing that still runs, then lets go of files and connections. */
  close(): Promise<void>;
}
