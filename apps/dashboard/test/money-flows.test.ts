import { expect, test } from 'vitest';
import { moneyPicture, remainderOf } from '../src/contracts/money-flows.ts';

type Milestone = Parameters<typeof moneyPicture>[0];

const party = (role: Milestone['parties'][number]['role'], amount: number) => ({
  ...{ role, amount, phoneNumber: '+966500000001', userId: 1, joinedAt: 0, name: null },
});
const milestone: Milestone = {
  ...{ milestoneId: 'm', contractId: 'c', shortId: 's', state: 'WAITING_FOR_PAYMENT', itemPrice: 100, fee: 4 },
  ...{ feePercentage: 0.04, createdAt: 0, updatedAt: 0, ledger: { balances: [], entries: [] }, events: [] },
  parties: [party('CUSTOMER', 90), party('PROVIDER', 80), party('BROKER', 10)],
  ...{ allowedMoves: ['pay'], scheduledMove: null, payments: [], title: null, contractTitle: null, description: null },
  ...{ currency: 'SAR', deadLine: null, redirectUrl: null, checkoutUrl: null },
};

test('the difference between price and shares is planned before anything is paid', () => {
  const { flows } = moneyPicture(milestone, String);

  expect(flows).toContainEqual({ from: 'escrow', to: 'remainder', amount: 10, state: 'planned' });
});

test('shares that add up to the price leave no remainder, and neither does a milestone without parties', () => {
  const shares = [party('CUSTOMER', 0.1), party('CUSTOMER', 0.2)];

  expect([remainderOf({ itemPrice: 0.3, parties: shares }), remainderOf({ itemPrice: 100, parties: [] })]).toEqual([
    0, 0,
  ]);
});
