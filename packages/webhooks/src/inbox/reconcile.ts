import type { StoredEvent } from '../event.ts';
import { type KnownStatus, statusName } from '../event.ts';
import type { Inbox } from './inbox.ts';

/** A status that a milestone should have reported by now, according to your own records. */
export interface ExpectedEvent {
  milestoneId: string;
  status: KnownStatus | (string & {});
}

/** How the inbox differs from what was expected. */
export interface Reconciliation {
  present: ExpectedEvent[];
  /** Expected, but not in the inbox. Ask the operator. */
  missing: ExpectedEvent[];
  /** In the inbox for one of these milestones, but not expected. */
  unexpected: StoredEvent[];
}

/** More events than one milestone ever has. */
const eventsOfOneMilestone = 1000;

/**
 * Compares the inbox with your own records, because only they can show that an event is missing. The service gives up after its last
 * retry (HOOK-4), and a call that reads the state of a contract or payment is not shown.
 */
export async function reconcile({
  inbox,
  expected,
}: {
  inbox: Pick<Inbox, 'find'>;
  expected: Iterable<ExpectedEvent> | AsyncIterable<ExpectedEvent>;
}): Promise<Reconciliation> {
  const result: Reconciliation = { present: [], missing: [], unexpected: [] };
  for (const [milestoneId, statuses] of await statusesByMilestone(expected)) {
    const events = await inbox.find({ milestoneId, limit: eventsOfOneMilestone });
    const stored = new Set(events.map(({ event }) => statusName(event)));
    for (const status of statuses) result[stored.has(status) ? 'present' : 'missing'].push({ milestoneId, status });
    result.unexpected.push(...events.filter(({ event }) => !statuses.has(statusName(event))));
  }
  return result;
}

async function statusesByMilestone(
  expected: Iterable<ExpectedEvent> | AsyncIterable<ExpectedEvent>,
): Promise<Map<string, Set<string>>> {
  const statuses = new Map<string, Set<string>>();
  for await (const { milestoneId, status } of expected) {
    statuses.set(milestoneId, (statuses.get(milestoneId) ?? new Set()).add(status));
  }
  return statuses;
}
