import type { KnownStatus } from '@escrow-kit/webhooks';

/**
 * The allowed moves of an order. PLACED: its contract is being opened. OPEN: the deposit is due. DEPOSIT_PAID: the rest is
 * due. PAID: the seller delivers. COMPLETED: the seller has the money. An event can be lost, so a move may skip states.
 * GIVEN_UP: nobody paid; a late payment opens the order again.
 */
const orderMoves = {
  PLACED: ['OPEN'],
  OPEN: ['DEPOSIT_PAID', 'PAID', 'COMPLETED', 'GIVEN_UP'],
  DEPOSIT_PAID: ['PAID', 'COMPLETED'],
  PAID: ['COMPLETED'],
  COMPLETED: [],
  GIVEN_UP: ['OPEN', 'DEPOSIT_PAID', 'PAID', 'COMPLETED'],
} as const;

/** The allowed moves of a payment, which follow the webhooks of its milestone. */
const paymentMoves = {
  WAITING: ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'],
  PAID: ['CASHOUT_IN_PROGRESS', 'COMPLETED'],
  CASHOUT_IN_PROGRESS: ['COMPLETED'],
  COMPLETED: [],
} as const satisfies Record<'WAITING' | KnownStatus, readonly KnownStatus[]>;

export type OrderState = keyof typeof orderMoves;
export type PaymentState = keyof typeof paymentMoves;

/** @throws Error if the table does not allow the move: a bug, or an event that a person has to look at. */
const mover =
  <State extends string>(what: string, moves: Readonly<Record<State, readonly State[]>>) =>
  (from: State, to: State): State => {
    if (!moves[from].includes(to)) throw new Error(`${what} cannot go from ${from} to ${to}.`);
    return to;
  };

export const moveOrder = mover<OrderState>('An order', orderMoves);
export const movePayment = mover<PaymentState>('A payment', paymentMoves);

/** Derives the state of an open order from its payments: the deposit comes first. */
export function stateByPayments({ deposit, rest }: { deposit: PaymentState; rest: PaymentState }): OrderState {
  if (deposit === 'WAITING') return 'OPEN';
  if (rest === 'WAITING') return 'DEPOSIT_PAID';
  return deposit === 'COMPLETED' && rest === 'COMPLETED' ? 'COMPLETED' : 'PAID';
}
