import { milestoneStates } from '@escrow-kit/spec';
import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { incoming } from './support/describe-inboxes.ts';
import { inboxKinds } from './support/inbox-kinds.ts';
import { untilCounts } from './support/until.ts';

const statuses = [...milestoneStates, 'REFUNDED'] as const;

/** One has an id that PostgreSQL cannot store as text. */
const milestones = ['a', 'b', 'm\u0000\ud800'];

/** An event, and how often its handler fails before it succeeds. */
const arrival = fc.record({
  contractId: fc.constantFrom(...milestones),
  status: fc.constantFrom(...statuses),
  failures: fc.integer({ min: 0, max: 2 }),
});
type Arrival = typeof arrival extends fc.Arbitrary<infer Value> ? Value & { referenceId: string } : never;

const arrivals = fc
  .array(arrival, { maxLength: 15 })
  .map((events) => events.map((event, index): Arrival => ({ ...event, referenceId: `${index}` })));

/** The handled events in their order: the reference, and whether it was late. */
type Handled = [referenceId: string, isLate: boolean];

/** Computed independently: in each milestone the order of arrival, late if a later status came before. */
function expectedOf(events: readonly Arrival[], contractId: string): Handled[] {
  let highest = -1;
  return events
    .filter((event) => event.contractId === contractId)
    .map(({ status, referenceId }): Handled => {
      const rank = status === 'REFUNDED' ? undefined : statuses.indexOf(status);
      const isLate = rank !== undefined && rank < highest;
      highest = Math.max(highest, rank ?? -1);
      return [referenceId, isLate];
    });
}

async function handleAll(inbox: Inbox, events: readonly Arrival[]): Promise<Map<string, Handled[]>> {
  const handled = new Map<string, Handled[]>();
  const processing = inbox.start(
    (event, { attempt, isLate }) => {
      if (attempt <= Number(event.body['failures'])) throw new Error('not yet');
      const { milestoneId = '', referenceId = '' } = event;
      handled.set(milestoneId, [...(handled.get(milestoneId) ?? []), [referenceId, isLate]]);
    },
    { firstDelayInMs: 1, longestDelayInMs: 1 },
  );
  for (const event of events) await inbox.insert(await incoming({ ...event }));
  await untilCounts(inbox, { done: events.length });
  await processing.stop();
  return handled;
}

/** Fewer histories for the slower kinds of inbox. */
const runs: Record<string, number> = {
  memory: repeats({ test: 20, soak: 500 }),
  SQLite: repeats({ test: 5, soak: 100 }),
};
const otherRuns = repeats({ test: 2, soak: 20 });

describe.each(inboxKinds)('the order in the $name inbox', (kind) => {
  const numRuns = runs[kind.name] ?? otherRuns;

  test('STATE-4 HOOK-7 is the order of arrival within each milestone, with late events marked', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (events) => {
        const { inbox, dispose } = await kind.open();

        const handled = await handleAll(inbox, events).finally(dispose);

        for (const contractId of milestones) {
          expect(handled.get(contractId) ?? []).toEqual(expectedOf(events, contractId));
        }
      }),
      { numRuns },
    );
  });
});
