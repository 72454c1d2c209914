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

/** Every pair of states of which the second comes after the first. */
const forward = <State>(states: State[]): string[] =>
  states.flatMap((from, index) => states.slice(index + 1).map((to) => `${from} ${to}`));

/** Every pair that a move takes. */
function taken<State>(states: State[], move: (from: State, to: State) => State): string[] {
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));
  return pairs.flatMap(([from, to]) => {
    try {
      return move(from, to) === to ? [`${from} ${to}`] : [];
    } catch {
      return [];
    }
  });
}

test('an order goes forward only, and is placed before it is anything else', () => {
  const fromPlaced = forward(orderStates).filter((pair) => pair.startsWith('PLACED') && pair !== 'PLACED OPEN');

  expect(taken(orderStates, moveOrder)).toEqual(forward(orderStates).filter((pair) => !fromPlaced.includes(pair)));
});

test('an order that is open is given up, and what its payments tell opens it again', () => {
  const all: OrderState[] = [...orderStates, 'GIVEN_UP'];

  expect(taken(all, moveOrder).filter((pair) => pair.includes('GIVEN_UP'))).toEqual([
    'OPEN GIVEN_UP',
    'GIVEN_UP OPEN',
    'GIVEN_UP DEPOSIT_PAID',
    'GIVEN_UP PAID',
    'GIVEN_UP COMPLETED',
  ]);
});

test('a payment goes forward only, and may skip what was not told', () => {
  expect(taken(paymentStates, movePayment)).toEqual(forward(paymentStates));
});

test('a move that is not allowed says which', () => {
  expect(() => moveOrder('COMPLETED', 'PAID')).toThrow('An order cannot go from COMPLETED to PAID.');
});

describe('what the payments make of an order', () => {
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
