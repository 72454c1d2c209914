import { eventStatuses } from '@escrow-kit/spec';
import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ControlError, type Sandbox } from '../../src/index.ts';
import { createPayableMilestone, lead, type ReadyMilestone, type Step } from '../support/escrow-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

/** The kinds of accounts of which a move may have entries. */
const kindsOf: Record<string, string[]> = {
  PAID: ['buyer', 'escrow'],
  CASHOUT_IN_PROGRESS: ['escrow', 'user', 'remainder', 'wallet', 'fees'],
  COMPLETED: ['user', 'bank'],
};

/** Amounts in halalas. The CUSTOMER pays what the others get, which may differ from the price. */
const amounts = fc
  .record({ itemPrice: fc.nat(1_000_000), provider: fc.nat(1_000_000), broker: fc.nat(1_000_000) })
  .map(({ itemPrice, provider, broker }) => ({
    itemPrice: itemPrice / 100,
    provider: provider / 100,
    broker: broker / 100,
    customer: (provider + broker) / 100,
  }));
const move = fc.constantFrom<Step[]>('pay', 'release', 'complete');
/** Moves in any order, some at the same moment. */
const history = fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), { maxLength: 6 });

const sandbox = startedSandbox();

test('on a frozen clock, the ledger balances after any history, in any order and in parallel, and each posting belongs to one move', async () => {
  await sandbox().control.freeze();
  await fc.assert(
    fc.asyncProperty(amounts, history, async ({ itemPrice, ...shares }, moves) => {
      const milestone = await createPayableMilestone(sandbox(), { milestone: { itemPrice }, ...shares });
      for (const parallel of moves) {
        const done = await Promise.allSettled(parallel.map((name) => lead(sandbox(), milestone.milestoneId, name)));
        const errors = done.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
        expect(errors.filter((error) => !(error instanceof ControlError && error.status === 409))).toEqual([]);
        await expectBalanced(sandbox(), milestone, { itemPrice, ...shares });
      }
    }),
    { numRuns: repeats({ test: 2, soak: 40 }) },
  );
});

test('STATE-4 if a milestone is paid twice at once, one payment is accepted and one refused', async () => {
  const { milestoneId } = await createPayableMilestone(sandbox());

  const results = await Promise.allSettled([lead(sandbox(), milestoneId, 'pay'), lead(sandbox(), milestoneId, 'pay')]);

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { ledger, events } = await sandbox().control.milestone(milestoneId);
  expect(ledger.entries).toHaveLength(2);
  expect(events).toHaveLength(1);
});

async function expectBalanced(
  { control }: Sandbox,
  { milestoneId, sellerId }: ReadyMilestone,
  amount: { itemPrice: number; provider: number },
): Promise<void> {
  const { state, ledger, events } = await control.milestone(milestoneId);
  const inHalalas = (value: number) => Math.round(value * 100);
  const postings = Map.groupBy(ledger.entries, ({ postingId }) => postingId);
  for (const entries of postings.values()) {
    expect(entries.reduce((sum, entry) => sum + inHalalas(entry.amount), 0)).toBe(0);
  }
  const entriesOf = Map.groupBy(ledger.entries, ({ eventId }) => eventId);
  const known = events.map(({ eventId }) => eventId);
  expect([...entriesOf.keys()].filter((eventId) => !known.includes(eventId))).toEqual([]);
  for (const { eventId, status } of events) {
    const entries = entriesOf.get(eventId) ?? [];
    expect(new Set(entries.map(({ postingId }) => postingId)).size).toBeLessThanOrEqual(1);
    expect(entries.filter(({ kind }) => !kindsOf[status]?.includes(kind))).toEqual([]);
  }
  const balance = (account: string) => ledger.balances.find((one) => one.account === account)?.amount ?? 0;
  expect(balance(`escrow:${milestoneId}`)).toBe(state === 'PAID' ? amount.itemPrice : 0);
  expect(balance(`user:${sellerId}`)).toBe(state === 'CASHOUT_IN_PROGRESS' ? amount.provider : 0);
  expect(balance(`bank:${sellerId}`)).toBe(state === 'COMPLETED' ? amount.provider : 0);
  expect(events.map(({ status }) => status)).toEqual(
    eventStatuses.slice(0, eventStatuses.indexOf(state as 'PAID') + 1),
  );
}
