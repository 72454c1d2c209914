import { WebhookError } from '../errors/webhook-error.ts';
import type { IncomingEvent, InsertOutcome, StoredEvent } from '../event/stored-event.ts';
import {
  createInbox,
  differentBody,
  type InboxStore,
  type ProcessOptions,
  type StatusCount,
} from '../inbox/create-inbox.ts';
import type { EventFilter, Inbox, QuarantinedBody } from '../inbox/inbox.ts';
import type { ClaimedEvent } from '../processing/attempt.ts';
import { type Failure, latestDueTime } from '../processing/failure.ts';
import {
  type LocalStore,
  processLocally,
  runWrites,
  type Write,
  type WriteLater,
} from '../processing/process-locally.ts';
import type { ProcessingSettings } from '../processing/processing.ts';
import type { WorkLoop } from '../processing/work-loop.ts';
import {
  addEvent,
  beginAttempt,
  countByStatus,
  deleteDone,
  findDue,
  findEvents,
  type MemoryEvents,
} from './memory-events.ts';

/** Options of a memory inbox. */
export interface MemoryInboxOptions<Database> {
  /** What `context.transaction` passes to its functions, such as a `DatabaseSync`. Default: undefined. */
  database?: Database;
  /** The clock. Default: the system's. Tests pass their own. */
  now?: () => Date;
}

/**
 * Registers a synchronous function to be called once the handler has resolved. If it throws, the event is retried; what it
 * wrote before stays, because there is no transaction to roll back.
 */
export type MemoryTransaction<Database = undefined> = WriteLater<Database>;

/**
 * An inbox for tests: it loses everything when the process ends, and slows down as it grows. It keeps every other promise of an
 * inbox. With `database` it runs handlers that are written for a SQLite inbox.
 */
export function createMemoryInbox<Database = undefined>({
  database,
  now = () => new Date(),
}: MemoryInboxOptions<Database> = {}): Inbox<MemoryTransaction<Database>> {
  return createInbox(new MemoryStore(database as Database, now), now);
}

/** Copies, so that a caller cannot change the stored body. */
const copyOf = (body: QuarantinedBody): QuarantinedBody => ({ ...body, receivedAt: new Date(body.receivedAt) });

class MemoryStore<Database> implements InboxStore<MemoryTransaction<Database>>, LocalStore<Database> {
  readonly #events: MemoryEvents = new Map();
  readonly #quarantined = new Map<string, QuarantinedBody>();
  readonly #database: Database;
  readonly #now: () => Date;
  #lastSeq = 0;
  #loop: WorkLoop | undefined;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  async open(): Promise<void> {}

  async insert(incoming: IncomingEvent): Promise<InsertOutcome> {
    const { key, rawBody } = incoming;
    const stored = this.#events.get(key);
    if (!stored) {
      this.#lastSeq += 1;
      addEvent(this.#events, incoming, this.#lastSeq);
      this.#loop?.wake();
      return 'stored';
    }
    if (stored.rawBody !== rawBody) await this.quarantine(differentBody(incoming));
    return 'duplicate';
  }

  async quarantine(body: QuarantinedBody): Promise<void> {
    const id = JSON.stringify([body.reason, body.rawBody]);
    if (!this.#quarantined.has(id)) this.#quarantined.set(id, copyOf(body));
  }

  async find(filter: EventFilter & { limit: number }): Promise<StoredEvent[]> {
    return findEvents(this.#events, filter);
  }

  async countByStatus(): Promise<StatusCount[]> {
    const quarantined = { status: 'quarantined', count: this.#quarantined.size, oldest: undefined } as const;
    return [...countByStatus(this.#events), quarantined];
  }

  async findQuarantined(limit: number): Promise<QuarantinedBody[]> {
    return [...this.#quarantined.values()].slice(0, limit).map(copyOf);
  }

  async replay(key: string): Promise<boolean> {
    if (this.#events.get(key)?.status !== 'dead') return false;
    this.#change(key, { status: 'pending', attempts: 0 });
    this.#loop?.wake();
    return true;
  }

  async deleteDone(selection: { before: Date; limit: number }): Promise<number> {
    return deleteDone(this.#events, selection);
  }

  process({ handle, settings }: ProcessOptions<MemoryTransaction<Database>>): WorkLoop {
    this.#loop = processLocally({ store: this, handle, settings });
    return this.#loop;
  }

  async claim(limit: number, settings: ProcessingSettings): ReturnType<LocalStore<Database>['claim']> {
    const now = this.#now();
    const { due, nextDueAt } = findDue(this.#events, { now, latest: latestDueTime(now, settings), limit });
    return { events: due.map((event) => beginAttempt(this.#events, event)), nextDueAt };
  }

  async finish({ key }: ClaimedEvent, writes: readonly Write<Database>[]): Promise<void> {
    runWrites(writes, this.#database);
    this.#change(key, { status: 'done', handledAt: this.#now(), retryAt: undefined });
  }

  async fail({ key }: ClaimedEvent, { retryAt, lastError }: Failure): Promise<void> {
    this.#change(key, { status: retryAt ? 'pending' : 'dead', retryAt, lastError });
  }

  async release({ key, attempt }: ClaimedEvent): Promise<void> {
    this.#change(key, { status: 'pending', attempts: attempt - 1 });
  }

  async leave(): Promise<void> {}

  async close(): Promise<void> {}

  toError(error: unknown): WebhookError {
    if (error instanceof WebhookError) return error;
    return new WebhookError('inbox', 'The memory inbox cannot store this.', { cause: error });
  }

  #change(key: string, changed: Partial<StoredEvent>): void {
    Object.assign(this.#events.get(key) ?? {}, changed);
  }
}
