import { WebhookError } from '../errors/webhook-error.ts';
import type { StoredEvent } from '../event/stored-event.ts';
import { createInbox, differentBody, type InboxStore } from '../inbox/create-inbox.ts';
import type { Inbox, QuarantinedBody } from '../inbox/inbox.ts';
import { type ClaimedEvent, latestDueTime } from '../processing/attempt.ts';
import { type LocalStore, processLocally, runWrites, type WriteLater } from '../processing/process-locally.ts';
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
  return createInbox(createStore(database as Database, now), now);
}

function createStore<Database>(database: Database, now: () => Date): InboxStore<MemoryTransaction<Database>> {
  const events: MemoryEvents = new Map();
  const quarantined = new Map<string, QuarantinedBody>();
  let lastSeq = 0;
  let loop: WorkLoop | undefined;

  async function quarantine(body: QuarantinedBody): Promise<void> {
    const id = JSON.stringify([body.reason, body.rawBody]);
    if (!quarantined.has(id)) quarantined.set(id, copyOf(body));
  }

  return {
    async open() {},
    async insert(incoming) {
      const stored = events.get(incoming.key);
      if (!stored) {
        lastSeq += 1;
        addEvent(events, incoming, lastSeq);
        loop?.wake();
        return 'stored';
      }
      if (stored.rawBody !== incoming.rawBody) await quarantine(differentBody(incoming));
      return 'duplicate';
    },
    quarantine,
    find: async (filter) => findEvents(events, filter),
    async countByStatus() {
      return [...countByStatus(events), { status: 'quarantined', count: quarantined.size, oldest: undefined }];
    },
    findQuarantined: async (limit) => [...quarantined.values()].slice(0, limit).map(copyOf),
    async replay(key) {
      const event = events.get(key);
      if (event?.status !== 'dead') return false;
      Object.assign(event, { status: 'pending', attempts: 0 });
      loop?.wake();
      return true;
    },
    deleteDone: async (selection) => deleteDone(events, selection),
    process({ handle, settings }) {
      loop = processLocally({ store: createLocalStore(events, database, now), handle, settings });
      return loop;
    },
    async close() {},
    toError(error) {
      if (error instanceof WebhookError) return error;
      return new WebhookError('inbox', 'The memory inbox cannot store this.', { cause: error });
    },
  };
}

/** Copies, so that a caller cannot change the stored body. */
const copyOf = (body: QuarantinedBody): QuarantinedBody => ({ ...body, receivedAt: new Date(body.receivedAt) });

/** The processing side. */
function createLocalStore<Database>(events: MemoryEvents, database: Database, now: () => Date): LocalStore<Database> {
  function change({ key }: ClaimedEvent, changed: Partial<StoredEvent>): void {
    Object.assign(events.get(key) ?? {}, changed);
  }
  return {
    async claim(limit, settings) {
      const time = now();
      const { due, nextDueAt } = findDue(events, { now: time, latest: latestDueTime(time, settings), limit });
      return { events: due.map((event) => beginAttempt(events, event)), nextDueAt };
    },
    async finish(event, writes) {
      runWrites(writes, database);
      change(event, { status: 'done', handledAt: now(), retryAt: undefined });
    },
    fail: async (event, { retryAt, lastError }) =>
      change(event, { status: retryAt ? 'pending' : 'dead', retryAt, lastError }),
    release: async (event) => change(event, { status: 'pending', attempts: event.attempt - 1 }),
    async leave() {},
  };
}
