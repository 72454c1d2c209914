import { eventStatuses } from '@escrow-kit/spec';
import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ControlError, type ControlSchema, type Sandbox } from '../../src/index.ts';
import { startPaymentOf, ticketUrl } from '../support/checkout-steps.ts';
import { shortIdOf } from '../support/escrow-steps.ts';
import { createPageClient } from '../support/page-client.ts';
import { createPayableMilestone, lead, type PayableMilestone, type Step } from '../support/settlement-steps.ts';
import { startedService } from '../support/started-service.ts';
import { stores } from '../support/stores.ts';
import { createTenantSandbox } from '../support/tenant-sandbox.ts';

type Milestone = ControlSchema<'Milestone'>;

/** The kinds of accounts of which a move may have entries. Which entries each has is tested in money.test.ts. */
const kindsOf: Record<string, string[]> = {
  PAID: ['buyer', 'escrow'],
  CASHOUT_IN_PROGRESS: ['escrow', 'user', 'remainder', 'wallet', 'fees'],
  COMPLETED: ['user', 'bank'],
};

/** A purchase, with amounts in halalas. The CUSTOMER pays what the others get, which may differ from the price. */
const purchase = fc.record({
  itemPrice: fc.nat(1_000_000),
  provider: fc.nat(1_000_000),
  broker: fc.nat(1_000_000),
  byTransfer: fc.boolean(),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

/** Moves of any of three milestones in any order. `settle` does what automatic settlement has planned. */
const history = fc.record({
  purchases: fc.array(purchase, { minLength: 1, maxLength: 3 }),
  hasFee: fc.boolean(),
  automatic: fc.boolean(),
  moves: fc.array(
    fc.record({ of: fc.nat(2), move: fc.constantFrom<(Step | 'settle')[]>('pay', 'release', 'complete', 'settle') }),
    { maxLength: 24 },
  ),
});

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(stores)('on a frozen clock, on %s', (store) => {
  const started = startedService(store);

  test('after any history, each posting belongs to one move, and the postings of each move balance', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        const tenant = await createTenantSandbox(started().sandbox);
        const opened = await play(tenant, one);

        const before = await describeAll(tenant, opened);
        for (const milestone of before) expectEachUnderItsMove(milestone);
        for (const { status } of before.flatMap(({ events }) => events)) reached.add(status);
      }),
      { numRuns: repeats({ test: 6, soak: 40 }), examples: [[everything]] },
    );
    expect([...reached].sort()).toEqual([...eventStatuses].sort());
  });
});

/** Three milestones that got as far as COMPLETED, CASHOUT_IN_PROGRESS and PAID, the first by bank transfer. */
const everything: History = {
  purchases: [
    { itemPrice: 100_000, provider: 95_000, broker: 5_000, byTransfer: true },
    { itemPrice: 0, provider: 1_000, broker: 0, byTransfer: false },
    { itemPrice: 50_050, provider: 40_000, broker: 10_000, byTransfer: false },
  ],
  hasFee: true,
  automatic: false,
  moves: [
    { of: 0, move: 'pay' },
    { of: 1, move: 'pay' },
    { of: 0, move: 'release' },
    { of: 2, move: 'pay' },
    { of: 1, move: 'release' },
    { of: 0, move: 'complete' },
  ],
};

/** Stops the clock, opens the purchases and makes the moves. In the end nothing is still planned. */
async function play(sandbox: Sandbox, { purchases, hasFee, automatic, moves }: History): Promise<PayableMilestone[]> {
  const { control } = sandbox;
  await control.freeze();
  await control.changeSettings({ settlement: { automatic }, ...(!hasFee && { feePercentage: 0 }) });
  const opened: PayableMilestone[] = [];
  for (const amounts of purchases) opened.push(await open(sandbox, amounts));
  for (const { of, move } of moves) {
    const { milestoneId = '' } = opened[of % opened.length] ?? {};
    await make(sandbox, milestoneId, move);
  }
  // The runner may be making a planned move at the same moment.
  while ((await describeAll(sandbox, opened)).some(({ scheduledMove }) => scheduledMove !== null))
    await control.drain();
  return opened;
}

/** Opens a purchase. Its buyer may already wait for a bank transfer. */
async function open(
  sandbox: Sandbox,
  { itemPrice, provider, broker, byTransfer }: Purchase,
): Promise<PayableMilestone> {
  const milestone = await createPayableMilestone(
    { sandbox },
    {
      itemPrice: itemPrice / 100,
      provider: provider / 100,
      broker: broker / 100,
      customer: (provider + broker) / 100,
    },
  );
  if (!byTransfer) return milestone;
  const checkoutUrl = await startPaymentOf(sandbox, { ...milestone, redirectUrl: 'https://shop.example/return' });
  const client = createPageClient(sandbox);
  const page = await client.open(
    await ticketUrl(sandbox, { ...milestone, checkoutUrl, shortId: shortIdOf(checkoutUrl) }),
  );
  await client.submit(page, { step: 'pay', method: 'MANUAL_BANK_TRANSFER' });
  return milestone;
}

/** Makes a move, which may be refused for its order. */
async function make(sandbox: Sandbox, milestoneId: string, move: Step | 'settle'): Promise<void> {
  if (move === 'settle') return void (await sandbox.control.drain());
  await lead({ sandbox }, milestoneId, move).catch((error: unknown) => {
    if (!(error instanceof ControlError && error.status === 409)) throw error;
  });
}

function describeAll({ control }: Sandbox, opened: PayableMilestone[]): Promise<Milestone[]> {
  return Promise.all(opened.map(({ milestoneId }) => control.milestone(milestoneId)));
}

function expectEachUnderItsMove({ state, events, ledger }: Milestone): void {
  expect(events.map(({ status }) => status)).toEqual(
    eventStatuses.slice(0, eventStatuses.indexOf(state as 'PAID') + 1),
  );
  const ids = ledger.entries.map(({ entryId }) => entryId);
  expect(new Set(ids).size).toBe(ids.length);
  const shown = events.flatMap(({ eventId, status }) => {
    const entries = ledger.entries.filter((entry) => entry.eventId === eventId);
    expect(entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(0);
    expect(new Set(entries.map(({ postingId }) => postingId)).size).toBeLessThanOrEqual(1);
    expect(entries.filter(({ kind }) => !kindsOf[status]?.includes(kind))).toEqual([]);
    return entries.map(({ entryId }) => entryId);
  });
  expect(shown.sort()).toEqual(ids.sort());
}
