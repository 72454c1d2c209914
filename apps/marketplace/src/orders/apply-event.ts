import type { KnownStatus } from '@escrow-kit/webhooks';
import { type Order, type Payment, parts } from './order.ts';
import { moveOrder, movePayment, stateByPayments } from './order-states.ts';

/** An event, reduced to what changes a payment. */
export interface PaymentEvent {
  milestoneId: string;
  status: KnownStatus;
  referenceId: string | undefined;
  /** It came after a later status of its milestone. */
  isLate: boolean;
}

/**
 * Returns the order after an event. A repeated or late status moves nothing, but a late PAID still adds the
 * transaction's reference. The first reference stays: see `findOtherReference`.
 */
export function applyEvent(order: Order, event: PaymentEvent): Order {
  const payment = findPayment(order, event);
  const payments = { ...order.payments, [payment.part]: applyToPayment(payment, event) };
  const state = stateByPayments({ deposit: payments.deposit.state, rest: payments.rest.state });
  return { ...order, payments, state: state === order.state ? state : moveOrder(order.state, state) };
}

/** Returns the first reference of a payment if this PAID has another one: the buyer may have paid twice. */
export function findOtherReference(order: Order, event: PaymentEvent): string | undefined {
  const { referenceId: first } = findPayment(order, event);
  const isOther = event.status === 'PAID' && event.referenceId !== undefined && event.referenceId !== first;
  return first !== null && isOther ? first : undefined;
}

function findPayment(order: Order, { milestoneId }: PaymentEvent): Payment {
  const part = parts.find((candidate) => order.payments[candidate].milestoneId === milestoneId);
  if (!part) throw new Error(`Order ${order.id} has no milestone ${milestoneId}.`);
  return order.payments[part];
}

function applyToPayment(payment: Payment, { status, referenceId, isLate }: PaymentEvent): Payment {
  const state = isLate || payment.state === status ? payment.state : movePayment(payment.state, status);
  const received = status === 'PAID' ? referenceId : undefined;
  return { ...payment, state, referenceId: payment.referenceId ?? received ?? null };
}
