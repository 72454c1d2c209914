import { isLate, statusRank } from '../inbox/status-rank.ts';
import { defaultLimit, type EventFilter, type InboxCounts, type StoredEvent } from '../inbox/stored-event.ts';
import type { ClaimedEvent } from '../processing/claimed-event.ts';
import type { LocalStore } from '../processing/local-store.ts';

/** An event in memory. */
interface MemoryEvent extends StoredEvent {
  /** Its place in the order of arrival. */
  seq: number;
  orderingKey: string;
}

/** The events in the order of arrival, by key. */
export type MemoryEvents = Map<string, MemoryEvent>;

const isOpen = ({ status }: StoredEvent): boolean => status === 'pending' || status === 'processing';

/** Copies, so that a caller cannot change what is stored. */
export function findEvents(events: MemoryEvents, filter: EventFilter = {}): StoredEvent[] {
  const { key, milestoneId, status, limit = defaultLimit } = filter;
  return [...events.values()]
    .filter((event) => key === undefined || event.key === key)
    .filter(({ event }) => milestoneId === undefined || event.milestoneId === milestoneId)
    .filter((event) => status === undefined || event.status === status)
    .slice(0, limit)
    .map(({ seq: _seq, orderingKey: _orderingKey, ...event }) => structuredClone(event));
}

export function countEvents(events: MemoryEvents, now: Date): Omit<InboxCounts, 'quarantined'> {
  const counts = { pending: 0, processing: 0, done: 0, dead: 0 };
  for (const { status } of events.values()) counts[status] += 1;
  const open = [...events.values()].filter(isOpen).map(({ receivedAt }) => now.getTime() - receivedAt.getTime());
  return { ...counts, oldestAgeInMs: open.length > 0 ? Math.max(...open) : undefined };
}

/** The first event of each ordering key that is neither done nor dead. */
function headsOf(events: MemoryEvents): MemoryEvent[] {
  const heads = new Map<string, MemoryEvent>();
  for (const event of events.values()) {
    if (isOpen(event) && !heads.has(event.orderingKey)) heads.set(event.orderingKey, event);
  }
  return [...heads.values()];
}

function highestHandledRank(events: MemoryEvents, orderingKey: string): number | undefined {
  const ranks = [...events.values()]
    .filter((event) => event.orderingKey === orderingKey && event.status === 'done')
    .map(({ event }) => statusRank(event) ?? -1);
  return ranks.length > 0 ? Math.max(...ranks) : undefined;
}

/** When an event's turn is: a retry does not push in before what waits longer. */
const dueTime = ({ retryAt, receivedAt }: MemoryEvent): number => (retryAt ?? receivedAt).getTime();

const isDueBy =
  (now: Date) =>
  ({ retryAt }: MemoryEvent): boolean =>
    !retryAt || retryAt <= now;

function begin(events: MemoryEvents, event: MemoryEvent): ClaimedEvent {
  event.status = 'processing';
  event.attempts += 1;
  const isLateEvent = isLate(statusRank(event.event), highestHandledRank(events, event.orderingKey));
  const { seq, key, orderingKey, rawBody, receivedAt, attempts } = event;
  return { seq, key, orderingKey, rawBody, receivedAt, attempt: attempts, isLate: isLateEvent };
}

/** The processing side of the inbox in memory. There is no database to join: work is done before the event is. */
export function createMemoryStore(events: MemoryEvents): LocalStore<undefined> {
  const change = (key: string, changed: Partial<MemoryEvent>): void => {
    const event = events.get(key);
    if (event) Object.assign(event, changed);
  };
  return {
    async claim(limit, now) {
      const pending = headsOf(events).filter(({ status }) => status === 'pending');
      const [due, later] = [pending.filter(isDueBy(now)), pending.filter((event) => !isDueBy(now)(event))];
      const first = due.toSorted((one, other) => dueTime(one) - dueTime(other)).slice(0, limit);
      return {
        events: first.map((event) => begin(events, event)),
        nextDueAt: later.length > 0 ? new Date(Math.min(...later.map(dueTime))) : undefined,
      };
    },
    async finish({ key }, work, now) {
      for (const write of work) write(undefined);
      change(key, { status: 'done', handledAt: now, retryAt: undefined });
    },
    async fail({ key }, { retryAt, lastError }) {
      change(key, { status: retryAt ? 'pending' : 'dead', retryAt, lastError });
    },
    async release({ key, attempt }) {
      change(key, { status: 'pending', attempts: attempt - 1 });
    },
    leave: async () => {},
  };
}
