import type { KnownStatus } from '@escrow-kit/webhooks';

/**
 * Where an order may go. PLACED: its contract is being opened. OPEN: the deposit is to be paid. DEPOSIT_PAID: the rest is to
 * be paid. PAID: the seller delivers. COMPLETED: the seller has the money. An event can be lost, so a move may skip states.
 */
const orderMoves = {
  PLACED: ['OPEN'],
  OPEN: ['DEPOSIT_PAID', 'PAID', 'COMPLETED'],
  DEPOSIT_PAID: ['PAID', 'COMPLETED'],
  PAID: ['COMPLETED'],
  COMPLETED: [],
} as const;

/** Where a payment may go: its milestone's way, as the webhooks tell it. */
const paymentMoves = {
  WAITING: ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'],
  PAID: ['CASHOUT_IN_PROGRESS', 'COMPLETED'],
  CASHOUT_IN_PROGRESS: ['COMPLETED'],
  COMPLETED: [],
} as const satisfies Record<'WAITING' | KnownStatus, readonly KnownStatus[]>;

export type OrderState = keyof typeof orderMoves;
export type PaymentState = keyof typeof paymentMoves;

/** A move that no table allows. Whoever asks for one has a defect, or an event that a person has to look at. */
class IllegalMoveError extends Error {
  override name = 'IllegalMoveError';

  constructor(what: string, from: string, to: string) {
    super(`${what} cannot go from ${from} to ${to}.`);
  }
}

/** @throws IllegalMoveError */
export function moveOrder(from: OrderState, to: OrderState): OrderState {
  const allowed: readonly OrderState[] = orderMoves[from];
  if (!allowed.includes(to)) throw new IllegalMoveError('An order', from, to);
  return to;
}

/** @throws IllegalMoveError */
export function movePayment(from: PaymentState, to: PaymentState): PaymentState {
  const allowed: readonly PaymentState[] = paymentMoves[from];
  if (!allowed.includes(to)) throw new IllegalMoveError('A payment', from, to);
  return to;
}

/** What the payments of an open order make of it: the deposit first, then the rest. */
export function stateByPayments({ deposit, rest }: { deposit: PaymentState; rest: PaymentState }): OrderState {
  if (deposit === 'WAITING') return 'OPEN';
  if (rest === 'WAITING') return 'DEPOSIT_PAID';
  return deposit === 'COMPLETED' && rest === 'COMPLETED' ? 'COMPLETED' : 'PAID';
}
