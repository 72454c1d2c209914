import { WebhookError } from '../errors.ts';
import { type IncomingEvent, isLate, orderingKeyOf, readStoredEvent, type StoredEvent, statusRank } from '../event.ts';
import {
  attemptLocally,
  type Claimed,
  type ClaimedEvent,
  type LocalStore,
  runWrites,
  type WriteLater,
} from './attempts.ts';
import {
  createInbox,
  differentBody,
  type EventFilter,
  type Inbox,
  type InboxStore,
  type QuarantinedBody,
} from './inbox.ts';
import { latestDueTime, type ProcessingSettings } from './processing.ts';

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

/**
 * An event in memory, which is read from its body again when it is found, as in every inbox: so no caller can change what is stored, and
 * a body may be nested as deeply as it likes.
 */
interface MemoryEvent extends Omit<StoredEvent, 'event' | 'damage'> {
  orderingKey: string;
  /** How far its milestone has come with it, by the receiver that stored it. */
  rank: number | undefined;
  replayedAt: Date | undefined;
}

function createStore<Database>(database: Database, now: () => Date): InboxStore<MemoryTransaction<Database>> {
  /** By key, in order of arrival. */
  const events = new Map<string, MemoryEvent>();
  const quarantined = new Map<string, QuarantinedBody>();
  let isPaused = false;
  let resumedAt: Date | undefined;

  async function quarantine(body: QuarantinedBody): Promise<void> {
    const id = idOf(body);
    if (!quarantined.has(id)) quarantined.set(id, copyOfBody(body));
  }

  function claim(limit: number, settings: ProcessingSettings): Claimed {
    if (isPaused) return { events: [], nextDueAt: undefined };
    const all = [...events.values()];
    const time = settings.now();
    const latest = latestDueTime(time, settings);
    const isDue = ({ retryAt }: MemoryEvent): boolean => !retryAt || retryAt <= time || retryAt > latest;
    const pending = firstOpenEvents(all)
      .filter(({ status }) => status === 'pending')
      .toSorted((one, other) => dueTime(one) - dueTime(other));
    const due = pending.filter(isDue).slice(0, limit);
    return {
      events: due.map((event) => beginAttempt(event, all, resumedAt)),
      nextDueAt: pending.find((event) => !isDue(event))?.retryAt,
    };
  }

  function change({ key }: ClaimedEvent, changed: Partial<StoredEvent>): void {
    Object.assign(events.get(key) ?? {}, changed);
  }

  return {
    async open() {},
    async tryWriting() {},
    async insert(incoming) {
      const stored = events.get(incoming.key);
      if (stored && stored.rawBody !== incoming.rawBody) await quarantine(differentBody(incoming));
      if (stored) return 'duplicate';
      events.set(incoming.key, newEvent(incoming));
      return 'stored';
    },
    quarantine,
    find: async (filter) => findEvents([...events.values()], filter).map(toStoredEvent),
    async countByStatus() {
      const open = [...events.values()].flatMap(({ status, receivedAt: oldest }) =>
        status === 'done' ? [] : [{ status, count: 1, oldest }],
      );
      return [...open, { status: 'quarantined', count: quarantined.size, oldest: undefined }];
    },
    findQuarantined: async (limit) => [...quarantined.values()].slice(0, limit).map(copyOfBody),
    discardQuarantined: async (body) => quarantined.delete(idOf(body)),
    async replay(key) {
      const event = events.get(key);
      if (event?.status !== 'dead') return false;
      Object.assign(event, { status: 'pending', attempts: 0, replayedAt: now() });
      return true;
    },
    isPaused: async () => isPaused,
    async pause() {
      isPaused = true;
    },
    async resume(time) {
      if (isPaused) resumedAt = time;
      isPaused = false;
    },
    async deleteDone(selection) {
      const prunable = findPrunable([...events.values()], selection);
      for (const { key } of prunable) events.delete(key);
      return prunable.length;
    },
    process(handle, settings) {
      const store: LocalStore<Database> = {
        claim: async (limit) => claim(limit, settings),
        async finish(event, writes) {
          runWrites(writes, database);
          change(event, { status: 'done', handledAt: settings.now(), retryAt: undefined });
        },
        async fail(event, { retryAt, lastError }) {
          change(event, { status: retryAt ? 'pending' : 'dead', retryAt, lastError });
        },
        release: async (event) => change(event, { status: 'pending', attempts: event.attempt - 1 }),
        async leave() {},
      };
      return attemptLocally({ store, handle, settings });
    },
    async close() {},
    toError(error) {
      if (error instanceof WebhookError) return error;
      return new WebhookError('inbox', 'The memory inbox cannot store this.', { cause: error });
    },
  };
}

/** The same body with the same reason is stored once. */
const idOf = ({ reason, rawBody }: Pick<QuarantinedBody, 'rawBody' | 'reason'>): string =>
  JSON.stringify([reason, rawBody]);

const copyOfBody = (body: QuarantinedBody): QuarantinedBody => ({ ...body, receivedAt: new Date(body.receivedAt) });

function newEvent({ key, event, rawBody, receivedAt }: IncomingEvent): MemoryEvent {
  if (typeof rawBody !== 'string') throw new TypeError('rawBody is not a string.');
  return {
    key,
    rawBody,
    receivedAt: new Date(receivedAt),
    status: 'pending',
    attempts: 0,
    retryAt: undefined,
    handledAt: undefined,
    lastError: undefined,
    orderingKey: orderingKeyOf({ event, key }),
    rank: statusRank(event),
    replayedAt: undefined,
  };
}

function toStoredEvent(stored: MemoryEvent): StoredEvent {
  const { orderingKey: _orderingKey, rank: _rank, replayedAt: _replayedAt, ...event } = stored;
  return { ...event, ...readStoredEvent(event), receivedAt: new Date(event.receivedAt) };
}

function findEvents(
  events: MemoryEvent[],
  { key, milestoneId, status, after, limit }: EventFilter & { limit: number },
): MemoryEvent[] {
  const begin = after === undefined ? 0 : events.findIndex((event) => event.key === after) + 1 || events.length;
  return events
    .slice(begin)
    .filter((event) => key === undefined || event.key === key)
    .filter(({ orderingKey }) => milestoneId === undefined || orderingKey === milestoneId)
    .filter((event) => status === undefined || event.status === status)
    .slice(0, limit);
}

/** Old events that are done, if all events of their ordering key are. */
function findPrunable(events: MemoryEvent[], { before, limit }: { before: Date; limit: number }): MemoryEvent[] {
  const unfinished = new Set(events.filter(({ status }) => status !== 'done').map(({ orderingKey }) => orderingKey));
  return events
    .filter(({ orderingKey }) => !unfinished.has(orderingKey))
    .filter(({ receivedAt, handledAt }) => receivedAt < before && handledAt !== undefined && handledAt < before)
    .slice(0, limit);
}

/** The first event of each ordering key that is neither done nor dead. */
function firstOpenEvents(events: MemoryEvent[]): MemoryEvent[] {
  const first = new Map<string, MemoryEvent>();
  for (const event of events) {
    const isOpen = event.status === 'pending' || event.status === 'processing';
    if (isOpen && !first.has(event.orderingKey)) first.set(event.orderingKey, event);
  }
  return [...first.values()];
}

/** A retry does not overtake events that have waited longer. */
const dueTime = ({ retryAt, receivedAt }: MemoryEvent): number => (retryAt ?? receivedAt).getTime();

function beginAttempt(event: MemoryEvent, all: MemoryEvent[], resumedAt: Date | undefined): ClaimedEvent {
  event.status = 'processing';
  event.attempts += 1;
  const handled = all.filter(({ orderingKey, status }) => orderingKey === event.orderingKey && status === 'done');
  const highestRank = handled.reduce((highest, { rank = -1 }) => Math.max(highest, rank), -1);
  const times = [event.receivedAt, event.replayedAt, resumedAt].map((time) => Number(time ?? 0));
  const openSince = new Date(Math.max(...times));
  return { ...event, seq: 0, attempt: event.attempts, isLate: isLate(event.rank, highestRank), openSince };
}
