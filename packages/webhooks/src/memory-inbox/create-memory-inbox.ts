import { closable } from '../inbox/closable.ts';
import { differentBody } from '../inbox/different-body.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { IncomingAside, IncomingEvent } from '../inbox/incoming-event.ts';
import { laneOf } from '../inbox/lane.ts';
import { defaultLimit } from '../inbox/stored-event.ts';
import type { JoinTransaction } from '../processing/attempt.ts';
import { createOneProcessing } from '../processing/one-processing.ts';
import { processLocally } from '../processing/process-locally.ts';
import type { WorkLoop } from '../processing/work-loop.ts';
import { countEvents, createMemoryStore, findEvents, type MemoryEvents } from './memory-store.ts';

/** Registers what is to be done once the handler has resolved; where it throws, the event is tried again. */
export type MemoryTransaction = JoinTransaction<undefined>;

/**
 * An inbox for tests: it forgets everything with the process, and slows down with what it holds. It keeps every other
 * promise of an inbox.
 */
export function createMemoryInbox(): Inbox<MemoryTransaction> {
  const events: MemoryEvents = new Map();
  const asides = new Map<string, IncomingAside>();
  const processing = createOneProcessing<WorkLoop>();

  function keepAside(aside: IncomingAside): void {
    const id = JSON.stringify([aside.reason, aside.rawBody]);
    if (!asides.has(id)) asides.set(id, { ...aside });
  }

  function insert({ key, event, rawBody, receivedAt }: IncomingEvent): 'stored' | 'duplicate' {
    const stored = events.get(key);
    if (stored) {
      if (stored.rawBody !== rawBody) keepAside({ rawBody, reason: differentBody(key), receivedAt });
      return 'duplicate';
    }
    const fresh = {
      status: 'pending',
      attempts: 0,
      retryAt: undefined,
      handledAt: undefined,
      lastError: undefined,
    } as const;
    events.set(key, { seq: events.size, lane: laneOf({ key, event }), key, event, rawBody, receivedAt, ...fresh });
    processing.current()?.wake();
    return 'stored';
  }

  return closable({
    insert: async (incoming) => insert(structuredClone(incoming)),
    keepAside: async (aside) => keepAside(aside),
    start(handle, options) {
      return processing.begin(() => processLocally(createMemoryStore(events), handle, options));
    },
    find: async (filter) => findEvents(events, filter),
    counts: async () => ({ ...countEvents(events, new Date()), aside: asides.size }),
    deadLetters: async () => findEvents(events, { status: 'dead' }),
    async replay(key) {
      const event = events.get(key);
      if (event?.status !== 'dead') return false;
      Object.assign(event, { status: 'pending', attempts: 0 });
      processing.current()?.wake();
      return true;
    },
    asides: async (limit = defaultLimit) => structuredClone([...asides.values()].slice(0, limit)),
    close: () => processing.stop(),
  });
}
