import type { KnownStatus } from '@escrow-kit/webhooks';

/**
 * Where an order may go. PLACED: its contract is being opened. OPEN: the deposit is to be paid. DEPOSIT_PAID: the rest is to
 * be paid. PAID: the seller delivers. COMPLETED: the seller has the money. An event can be lost, so a move may skip states.
 * GIVEN_UP: nobody paid; an event of a payment that comes after all opens the order again.
 */
const orderMoves = {
  PLACED: ['OPEN'],
  OPEN: ['DEPOSIT_PAID', 'PAID', 'COMPLETED', 'GIVEN_UP'],
  DEPOSIT_PAID: ['PAID', 'COMPLETED'],
  PAID: ['COMPLETED'],
  COMPLETED: [],
  GIVEN_UP: ['OPEN', 'DEPOSIT_PAID', 'PAID', 'COMPLETED'],
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

/** @throws Error where the table does not allow the move: a defect, or an event that a person has to look at. */
const mover =
  <State extends string>(what: string, moves: Readonly<Record<State, readonly State[]>>) =>
  (from: State, to: State): State => {
    if (!moves[from].includes(to)) throw new Error(`${what} cannot go from ${from} to ${to}.`);
    return to;
  };

export const moveOrder = mover<OrderState>('An order', orderMoves);
export const movePayment = mover<PaymentState>('A payment', paymentMoves);

/** What the payments of an open order make of it: the deposit first, then the rest. */
export function stateByPayments({ deposit, rest }: { deposit: PaymentState; rest: PaymentState }): OrderState {
  if (deposit === 'WAITING') return 'OPEN';
  if (rest === 'WAITING') return 'DEPOSIT_PAID';
  return deposit === 'COMPLETED' && rest === 'COMPLETED' ? 'COMPLETED' : 'PAID';
}
