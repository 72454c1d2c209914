import { closable } from '../inbox/closable.ts';
import { differentBody } from '../inbox/different-body.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { IncomingEvent, QuarantinedBody } from '../inbox/incoming-event.ts';
import { orderingKeyOf } from '../inbox/ordering-key.ts';
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
  const quarantined = new Map<string, QuarantinedBody>();
  const processing = createOneProcessing<WorkLoop>();

  function quarantine(body: QuarantinedBody): void {
    const id = JSON.stringify([body.reason, body.rawBody]);
    if (!quarantined.has(id)) quarantined.set(id, { ...body });
  }

  function insert({ key, event, rawBody, receivedAt }: IncomingEvent): 'stored' | 'duplicate' {
    const stored = events.get(key);
    if (stored) {
      if (stored.rawBody !== rawBody) quarantine({ rawBody, reason: differentBody(key), receivedAt });
      return 'duplicate';
    }
    const fresh = {
      status: 'pending',
      attempts: 0,
      retryAt: undefined,
      handledAt: undefined,
      lastError: undefined,
    } as const;
    events.set(key, {
      seq: events.size,
      orderingKey: orderingKeyOf({ key, event }),
      key,
      event,
      rawBody,
      receivedAt,
      ...fresh,
    });
    processing.current()?.wake();
    return 'stored';
  }

  return closable({
    insert: async (incoming) => insert(structuredClone(incoming)),
    quarantine: async (body) => quarantine(body),
    start(handle, options) {
      return processing.begin(() => processLocally(createMemoryStore(events), handle, options));
    },
    find: async (filter) => findEvents(events, filter),
    counts: async () => ({ ...countEvents(events, new Date()), quarantined: quarantined.size }),
    deadLetters: async () => findEvents(events, { status: 'dead' }),
    async replay(key) {
      const event = events.get(key);
      if (event?.status !== 'dead') return false;
      Object.assign(event, { status: 'pending', attempts: 0 });
      processing.current()?.wake();
      return true;
    },
    findQuarantined: async (limit = defaultLimit) => structuredClone([...quarantined.values()].slice(0, limit)),
    close: () => processing.stop(),
  });
}
