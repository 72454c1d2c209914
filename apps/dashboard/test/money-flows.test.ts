import { expect, test } from 'vitest';
import { moneyFlows, remainderOf } from '../src/contracts/money-flows.ts';

type Milestone = Parameters<typeof moneyFlows>[0];
type Party = Milestone['parties'][number];

const party = (role: Party['role'], amount: number) => ({ role, amount, phoneNumber: '+966500000001' }) as Party;

test('the difference between price and shares is planned before anything is paid', () => {
  const [escrow] = moneyFlows({
    ...{ state: 'WAITING_FOR_PAYMENT', itemPrice: 100, payments: [], ledger: { balances: [], entries: [] } },
    parties: [party('CUSTOMER', 90), party('PROVIDER', 80), party('BROKER', 10)],
  } as unknown as Milestone).next;

  const flow = { amount: 10, state: 'planned' };
  expect(escrow?.next).toContainEqual(expect.objectContaining({ role: 'Remainder', flow }));
});

test('shares that add up to the price leave no remainder, and neither does a milestone without parties', () => {
  const parties = [party('CUSTOMER', 0.1), party('CUSTOMER', 0.2)];

  expect(remainderOf({ itemPrice: 0.3, parties })).toBe(0);
  expect(remainderOf({ itemPrice: 100, parties: [] })).toBe(0);
});
