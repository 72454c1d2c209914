import { isLate, orderingKeyOf, statusRank } from '../event/event.ts';
import type { EventStatus, IncomingEvent, StoredEvent } from '../event/stored-event.ts';
import { readStoredEvent } from '../event/stored-event.ts';
import type { StatusCount } from '../inbox/create-inbox.ts';
import type { EventFilter } from '../inbox/inbox.ts';
import type { ClaimedEvent } from '../processing/attempt.ts';

/** An event in memory. */
interface MemoryEvent extends StoredEvent {
  /** Its position in the order of arrival. */
  seq: number;
  orderingKey: string;
}

/** The events by key, in order of arrival. */
export type MemoryEvents = Map<string, MemoryEvent>;

const isOpen = ({ status }: StoredEvent): boolean => status === 'pending' || status === 'processing';

export function addEvent(events: MemoryEvents, incoming: IncomingEvent, seq: number): void {
  const pending = {
    status: 'pending',
    attempts: 0,
    retryAt: undefined,
    handledAt: undefined,
    lastError: undefined,
  } as const;
  events.set(incoming.key, { ...copyOf(incoming), ...pending, seq, orderingKey: orderingKeyOf(incoming) });
}

/**
 * Copies, so that a caller cannot change what is stored. The event is read from its body again, as in every inbox:
 * `structuredClone` fails on objects nested as deeply as a signed body may be.
 */
function copyOf<Event extends IncomingEvent>(event: Event): Event & Pick<StoredEvent, 'damage'> {
  const { key, rawBody, receivedAt } = event;
  if (typeof rawBody !== 'string') throw new TypeError('rawBody is not a string.');
  return { ...event, ...readStoredEvent({ key, rawBody }), receivedAt: new Date(receivedAt) };
}

export function findEvents(events: MemoryEvents, filter: EventFilter & { limit: number }): StoredEvent[] {
  const { key, milestoneId, status, limit } = filter;
  return [...events.values()]
    .filter((event) => key === undefined || event.key === key)
    .filter(({ event }) => milestoneId === undefined || event.milestoneId === milestoneId)
    .filter((event) => status === undefined || event.status === status)
    .slice(0, limit)
    .map(({ seq: _seq, orderingKey: _orderingKey, ...event }) => copyOf(event));
}

export function countByStatus(events: MemoryEvents): StatusCount[] {
  const counts = new Map<EventStatus, StatusCount>();
  for (const { status, receivedAt } of events.values()) {
    const { count = 0, oldest = receivedAt } = counts.get(status) ?? {};
    const earlier = new Date(Math.min(receivedAt.getTime(), oldest.getTime()));
    counts.set(status, { status, count: count + 1, oldest: earlier });
  }
  return [...counts.values()];
}

/** Deletes done events that are older, if all events of their ordering key are done. Returns how many. */
export function deleteDone(events: MemoryEvents, { before, limit }: { before: Date; limit: number }): number {
  const all = [...events.values()];
  const unfinished = new Set(all.filter(({ status }) => status !== 'done').map(({ orderingKey }) => orderingKey));
  const old = all
    .filter(({ orderingKey }) => !unfinished.has(orderingKey))
    .filter(({ receivedAt, handledAt }) => receivedAt < before && handledAt !== undefined && handledAt < before)
    .slice(0, limit);
  for (const { key } of old) events.delete(key);
  return old.length;
}

/** The due events that may start, at most one for each ordering key, and when the next one falls due. */
export function findDue(
  events: MemoryEvents,
  { now, latest, limit }: { now: Date; latest: Date; limit: number },
): { due: MemoryEvent[]; nextDueAt: Date | undefined } {
  const pending = firstOpenEvents(events).filter(({ status }) => status === 'pending');
  const isDue = ({ retryAt }: MemoryEvent): boolean => !retryAt || retryAt <= now || retryAt > latest;
  const later = pending.filter((event) => !isDue(event)).map(dueTime);
  const due = pending.filter(isDue).toSorted((one, other) => dueTime(one) - dueTime(other));
  return { due: due.slice(0, limit), nextDueAt: later.length > 0 ? new Date(Math.min(...later)) : undefined };
}

/** The first event of each ordering key that is neither done nor dead. */
function firstOpenEvents(events: MemoryEvents): MemoryEvent[] {
  const first = new Map<string, MemoryEvent>();
  for (const event of events.values()) {
    if (isOpen(event) && !first.has(event.orderingKey)) first.set(event.orderingKey, event);
  }
  return [...first.values()];
}

/** A retry does not overtake events that have waited longer. */
const dueTime = ({ retryAt, receivedAt }: MemoryEvent): number => (retryAt ?? receivedAt).getTime();

export function beginAttempt(events: MemoryEvents, event: MemoryEvent): ClaimedEvent {
  event.status = 'processing';
  event.attempts += 1;
  const { seq, key, orderingKey, rawBody, receivedAt, traceParent, attempts } = event;
  const isLateEvent = isLate(statusRank(event.event), highestHandledRank(events, orderingKey));
  return { seq, key, orderingKey, rawBody, receivedAt, traceParent, attempt: attempts, isLate: isLateEvent };
}

function highestHandledRank(events: MemoryEvents, orderingKey: string): number | undefined {
  const ranks = [...events.values()]
    .filter((event) => event.orderingKey === orderingKey && event.status === 'done')
    .map(({ event }) => statusRank(event) ?? -1);
  return ranks.length > 0 ? Math.max(...ranks) : undefined;
}
