import { WebhookError } from '../errors/webhook-error.ts';
import { isLate, orderingKeyOf, statusRank } from '../event/event.ts';
import { type IncomingEvent, readStoredEvent, type StoredEvent } from '../event/stored-event.ts';
import { createInbox, differentBody, type InboxStore, type StatusCount } from '../inbox/create-inbox.ts';
import type { EventFilter, Inbox, QuarantinedBody } from '../inbox/inbox.ts';
import type { ClaimedEvent } from '../processing/attempt.ts';
import { latestDueTime } from '../processing/plan-retry.ts';
import { type LocalStore, processLocally, runWrites, type WriteLater } from '../processing/process-locally.ts';
import type { ProcessingSettings } from '../processing/processing.ts';
import type { WorkLoop } from '../processing/work-loop.ts';

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
  /** How far its milestone has come with it, by the receiver that stored it. */
  rank: number | undefined;
  /** Its position in the order of arrival. */
  seq: number;
  orderingKey: string;
  replayedAt: Date | undefined;
}

/** The last pause. */
interface Pause {
  isGoingOn: boolean;
  resumedAt: Date | undefined;
}

function createStore<Database>(database: Database, now: () => Date): InboxStore<MemoryTransaction<Database>> {
  /** By key, in order of arrival. */
  const events = new Map<string, MemoryEvent>();
  const quarantined = new Map<string, QuarantinedBody>();
  let lastSeq = 0;
  let loop: WorkLoop | undefined;
  const pause: Pause = { isGoingOn: false, resumedAt: undefined };

  async function quarantine(body: QuarantinedBody): Promise<void> {
    const id = idOf(body);
    if (!quarantined.has(id)) quarantined.set(id, copyOfBody(body));
  }

  return {
    async open() {},
    async tryWriting() {},
    async insert(incoming) {
      const stored = events.get(incoming.key);
      if (stored) {
        if (stored.rawBody !== incoming.rawBody) await quarantine(differentBody(incoming));
        return 'duplicate';
      }
      lastSeq += 1;
      events.set(incoming.key, newEvent(incoming, lastSeq));
      loop?.wake();
      return 'stored';
    },
    quarantine,
    find: async (filter) => findEvents([...events.values()], filter),
    async countByStatus() {
      const counts = [...events.values()].flatMap(({ status, receivedAt: oldest }): StatusCount[] =>
        status === 'done' ? [] : [{ status, count: 1, oldest }],
      );
      return [...counts, { status: 'quarantined', count: quarantined.size, oldest: undefined }];
    },
    findQuarantined: async (limit) => [...quarantined.values()].slice(0, limit).map(copyOfBody),
    discardQuarantined: async (body) => quarantined.delete(idOf(body)),
    async replay(key) {
      const event = events.get(key);
      if (event?.status !== 'dead') return false;
      Object.assign(event, { status: 'pending', attempts: 0, replayedAt: now() });
      loop?.wake();
      return true;
    },
    isPaused: async () => pause.isGoingOn,
    async pause() {
      pause.isGoingOn = true;
    },
    async resume(resumedAt) {
      if (pause.isGoingOn) Object.assign(pause, { isGoingOn: false, resumedAt });
      loop?.wake();
    },
    async deleteDone(selection) {
      const prunable = findPrunable([...events.values()], selection);
      for (const { key } of prunable) events.delete(key);
      return prunable.length;
    },
    process({ handle, settings }) {
      loop = processLocally({ store: createLocalStore({ events, pause, database, settings }), handle, settings });
      return loop;
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

/** The processing side. */
function createLocalStore<Database>({
  events,
  pause,
  database,
  settings,
}: {
  events: ReadonlyMap<string, MemoryEvent>;
  pause: Readonly<Pause>;
  database: Database;
  settings: ProcessingSettings;
}): LocalStore<Database> {
  function change({ key }: ClaimedEvent, changed: Partial<StoredEvent>): void {
    Object.assign(events.get(key) ?? {}, changed);
  }
  return {
    async claim(limit) {
      if (pause.isGoingOn) return { events: [], nextDueAt: undefined };
      const all = [...events.values()];
      const time = settings.now();
      const latest = latestDueTime(time, settings);
      const isDue = ({ retryAt }: MemoryEvent): boolean => !retryAt || retryAt <= time || retryAt > latest;
      const pending = firstOpenEvents(all).filter(({ status }) => status === 'pending');
      const due = pending.filter(isDue).toSorted((one, other) => dueTime(one) - dueTime(other));
      const later = pending.filter((event) => !isDue(event)).map(dueTime);
      return {
        events: due.slice(0, limit).map((event) => beginAttempt(event, all, pause)),
        nextDueAt: later.length > 0 ? new Date(Math.min(...later)) : undefined,
      };
    },
    async finish(event, writes) {
      runWrites(writes, database);
      change(event, { status: 'done', handledAt: settings.now(), retryAt: undefined });
    },
    fail: async (event, { retryAt, lastError }) =>
      change(event, { status: retryAt ? 'pending' : 'dead', retryAt, lastError }),
    release: async (event) => change(event, { status: 'pending', attempts: event.attempt - 1 }),
    async leave() {},
  };
}

const copyOfBody = (body: QuarantinedBody): QuarantinedBody => ({ ...body, receivedAt: new Date(body.receivedAt) });

function newEvent({ event, ...incoming }: IncomingEvent, seq: number): MemoryEvent {
  if (typeof incoming.rawBody !== 'string') throw new TypeError('rawBody is not a string.');
  return {
    ...incoming,
    receivedAt: new Date(incoming.receivedAt),
    status: 'pending',
    attempts: 0,
    retryAt: undefined,
    handledAt: undefined,
    lastError: undefined,
    seq,
    orderingKey: orderingKeyOf({ ...incoming, event }),
    replayedAt: undefined,
    rank: statusRank(event),
  };
}

function findEvents(
  events: MemoryEvent[],
  { key, milestoneId, status, after, limit }: EventFilter & { limit: number },
) {
  const begin = after === undefined ? 0 : events.findIndex((event) => event.key === after) + 1 || events.length;
  return events
    .slice(begin)
    .filter((event) => key === undefined || event.key === key)
    .filter(({ orderingKey }) => milestoneId === undefined || orderingKey === milestoneId)
    .filter((event) => status === undefined || event.status === status)
    .slice(0, limit)
    .map(
      ({ seq: _seq, orderingKey: _orderingKey, rank: _rank, replayedAt: _replayedAt, ...event }): StoredEvent => ({
        ...event,
        ...readStoredEvent(event),
        receivedAt: new Date(event.receivedAt),
      }),
    );
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

function beginAttempt(event: MemoryEvent, all: MemoryEvent[], { resumedAt }: Pause): ClaimedEvent {
  event.status = 'processing';
  event.attempts += 1;
  const handled = all.filter(({ orderingKey, status }) => orderingKey === event.orderingKey && status === 'done');
  const ranks = handled.map(({ rank = -1 }) => rank);
  const highestRank = ranks.length > 0 ? Math.max(...ranks) : undefined;
  const times = [event.receivedAt, event.replayedAt, resumedAt].map((time) => Number(time ?? 0));
  const openSince = new Date(Math.max(...times));
  return { ...event, attempt: event.attempts, isLate: isLate(event.rank, highestRank), openSince };
}
