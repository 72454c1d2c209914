import { expect, test } from 'vitest';
import { moneyFlows, remainderOf } from '../src/contracts/money-flows.ts';
import { smallest, smallestEntry } from './support/smallest.ts';

const party = (role: 'CUSTOMER' | 'PROVIDER' | 'BROKER', amount: number) =>
  smallestEntry('Milestone', 'parties', { role, amount });
const milestone = smallest('Milestone', {
  ...{ state: 'WAITING_FOR_PAYMENT', itemPrice: 100 },
  parties: [party('CUSTOMER', 90), party('PROVIDER', 80), party('BROKER', 10)],
});

test('the difference between price and shares is planned before anything is paid', () => {
  const [escrow] = moneyFlows(milestone).next;

  expect(escrow?.next).toContainEqual(
    expect.objectContaining({ role: 'Remainder', flow: { amount: 10, state: 'planned' } }),
  );
});

test('shares that add up to the price leave no remainder, and neither does a milestone without parties', () => {
  const shares = [party('CUSTOMER', 0.1), party('CUSTOMER', 0.2)];

  expect([remainderOf({ itemPrice: 0.3, parties: shares }), remainderOf({ itemPrice: 100, parties: [] })]).toEqual([
    0, 0,
  ]);
});
