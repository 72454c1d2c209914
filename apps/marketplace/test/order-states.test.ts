import { expect, test } from 'vitest';
import { moveOrder, movePayment, stateByPayments } from '../src/orders/order-states.ts';

const orderStates = ['PLACED', 'OPEN', 'DEPOSIT_PAID', 'PAID', 'COMPLETED', 'GIVEN_UP'] as const;
const paymentStates = ['WAITING', 'PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'] as const;

/** The states to which a table allows a move from each; it throws for all others. */
const allowed = <State extends string>(states: readonly State[], move: (from: State, to: State) => State) =>
  states.map((from) => {
    const targets = states.filter((to) => {
      try {
        return move(from, to) === to;
      } catch {
        return false;
      }
    });
    return [from, ...targets].join(' ');
  });

test('an order moves forward, may be given up while nothing is paid, and a payment opens it again', () => {
  expect(allowed(orderStates, moveOrder)).toEqual([
    'PLACED OPEN',
    'OPEN DEPOSIT_PAID PAID COMPLETED GIVEN_UP',
    'DEPOSIT_PAID PAID COMPLETED',
    'PAID COMPLETED',
    'COMPLETED',
    'GIVEN_UP OPEN DEPOSIT_PAID PAID COMPLETED',
  ]);
});

test('a payment moves forward only, and may skip states', () => {
  expect(allowed(paymentStates, movePayment)).toEqual([
    'WAITING PAID CASHOUT_IN_PROGRESS COMPLETED',
    'PAID CASHOUT_IN_PROGRESS COMPLETED',
    'CASHOUT_IN_PROGRESS COMPLETED',
    'COMPLETED',
  ]);
});

test.each([
  ['WAITING', 'WAITING', 'OPEN'],
  ['WAITING', 'COMPLETED', 'OPEN'],
  ['PAID', 'WAITING', 'DEPOSIT_PAID'],
  ['PAID', 'PAID', 'PAID'],
  ['COMPLETED', 'CASHOUT_IN_PROGRESS', 'PAID'],
  ['COMPLETED', 'COMPLETED', 'COMPLETED'],
] as const)('an order whose deposit is %s and whose rest is %s is %s', (deposit, rest, state) => {
  expect(stateByPayments({ deposit, rest })).toBe(state);
});
