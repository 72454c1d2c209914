import { isSoak } from '@escrow-kit/tools';
import { test as base, describe } from 'vitest';
import type { IncomingEvent } from '../../../src/event.ts';
import { eventKey, parseEvent } from '../../../src/index.ts';
import { type InboxKind, inboxKinds } from './inbox-kinds.ts';

/** The body that the service would send. */
interface Sent {
  contractId?: string | undefined;
  status?: string;
  referenceId?: string | undefined;
  [field: string]: unknown;
}

/** An event as the receiver passes it to the inbox. */
export async function incoming(sent: Sent = {}, receivedAt: Date = new Date()): Promise<IncomingEvent> {
  const rawBody = JSON.stringify({ contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1', ...sent });
  const event = parseEvent(rawBody);
  if (!event) throw new Error(`No event: ${rawBody}`);
  return { key: await eventKey(event, rawBody), event, rawBody, receivedAt };
}

/** What each test gets: an empty inbox of the kind. `insert` stores what the service sends, at the time of the clock. */
const testOf = (kind: InboxKind) =>
  base
    // A clock that a test may set; the system's at first.
    .extend('clock', (): { now: Date | undefined } => ({ now: undefined }))
    .extend('opened', async ({ clock }, { onCleanup }) => {
      const opened = await kind.open({ now: () => clock.now ?? new Date() });
      onCleanup(() => opened.dispose());
      return opened;
    })
    .extend('inbox', ({ opened }) => opened.inbox)
    .extend('insert', ({ inbox, clock }) => async (...sent: Sent[]): Promise<IncomingEvent[]> => {
      const events = await Promise.all(sent.map((each) => incoming(each, clock.now)));
      for (const event of events) await inbox.insert(event);
      return events;
    });

/**
 * Whether to leave a test of code that all kinds share to the others: with PostgreSQL, most of a test is connecting. In soak it runs
 * with each.
 */
export const leavesToOthers = ({ name }: InboxKind): boolean => !isSoak && name === 'PostgreSQL';

/** Tests that hold for every kind of inbox. */
export function describeInboxes(
  title: string,
  define: (test: ReturnType<typeof testOf>, kind: InboxKind) => void,
): void {
  describe.each(inboxKinds)(`${title} the $name inbox`, (kind) => define(testOf(kind), kind));
}
