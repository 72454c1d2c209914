import { describe, expect, test } from 'vitest';
import {
  moveOrder,
  movePayment,
  type OrderState,
  type PaymentState,
  stateByPayments,
} from '../src/orders/order-states.ts';

const orderStates: OrderState[] = ['PLACED', 'OPEN', 'DEPOSIT_PAID', 'PAID', 'COMPLETED'];
const paymentStates: PaymentState[] = ['WAITING', 'PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

/** Every pair of states in which the second comes after the first. */
const forward = <State>(states: State[]): string[] =>
  states.flatMap((from, index) => states.slice(index + 1).map((to) => `${from} ${to}`));

/** Every pair that a table allows. */
function allowedPairs<State>(states: State[], move: (from: State, to: State) => State): string[] {
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));
  return pairs.flatMap(([from, to]) => {
    try {
      return move(from, to) === to ? [`${from} ${to}`] : [];
    } catch {
      return [];
    }
  });
}

test('an order moves forward only, and only from PLACED to OPEN', () => {
  const fromPlaced = forward(orderStates).filter((pair) => pair.startsWith('PLACED') && pair !== 'PLACED OPEN');

  expect(allowedPairs(orderStates, moveOrder)).toEqual(
    forward(orderStates).filter((pair) => !fromPlaced.includes(pair)),
  );
});

test('an OPEN order can be given up, and a payment opens it again', () => {
  const all: OrderState[] = [...orderStates, 'GIVEN_UP'];

  expect(allowedPairs(all, moveOrder).filter((pair) => pair.includes('GIVEN_UP'))).toEqual([
    'OPEN GIVEN_UP',
    'GIVEN_UP OPEN',
    'GIVEN_UP DEPOSIT_PAID',
    'GIVEN_UP PAID',
    'GIVEN_UP COMPLETED',
  ]);
});

test('a payment moves forward only, and may skip states', () => {
  expect(allowedPairs(paymentStates, movePayment)).toEqual(forward(paymentStates));
});

test('the error for a forbidden move names both states', () => {
  expect(() => moveOrder('COMPLETED', 'PAID')).toThrow('An order cannot go from COMPLETED to PAID.');
});

describe('the state of an order by its payments', () => {
  test.each<[PaymentState, PaymentState, OrderState]>([
    ['WAITING', 'WAITING', 'OPEN'],
    ['WAITING', 'COMPLETED', 'OPEN'],
    ['PAID', 'WAITING', 'DEPOSIT_PAID'],
    ['COMPLETED', 'WAITING', 'DEPOSIT_PAID'],
    ['PAID', 'PAID', 'PAID'],
    ['COMPLETED', 'CASHOUT_IN_PROGRESS', 'PAID'],
    ['COMPLETED', 'COMPLETED', 'COMPLETED'],
  ])('a deposit that is %s and a rest that is %s: %s', (deposit, rest, state) => {
    expect(stateByPayments({ deposit, rest })).toBe(state);
  });
});
