import { randomInt } from 'node:crypto';
import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { createRandomText } from './create-id.ts';
import { knownPhones } from './known-phones.ts';
import { illegalMove, type MilestoneKey, requireMilestone } from './milestones.ts';
import { hashSecret } from './secret.ts';
import type { Tenant } from './tenants.ts';

/** The method that does not pay at once: the money is on its way until the operator confirms it (PAY-2). */
export const bankTransferMethod = 'MANUAL_BANK_TRANSFER';

/** Whether a buyer pays by bank transfer, whatever way is chosen, if the organization offers it. Our choice: not shown. */
export function paysByBankTransfer({ settings }: Tenant, phone: string): boolean {
  return phone === knownPhones.paysByBankTransfer && settings.paymentMethods.includes(bankTransferMethod);
}

/** A buyer of a milestone. */
export interface Payer extends MilestoneKey {
  userId: number;
}

/** Length of a reference, with 31 possible characters: short enough to type at a bank. */
const referenceLength = 10;

/**
 * Gives a buyer an IBAN and a reference to transfer to, and waits for the money (our choice: not shown). A buyer who already
 * has them gets the same ones. Call it in a transaction. Throws if the milestone does not wait for payment (STATE-4a).
 */
export function chooseBankTransfer(store: Store, { now, ...payer }: Payer & { now: number }): void {
  const { state } = requireMilestone(store, payer);
  if (state !== 'WAITING_FOR_PAYMENT') throw illegalMove('pay', state);
  if (findPayment(store, payer)) return;
  store.insert('payments', {
    tenantId: payer.tenantId,
    milestoneId: payer.milestoneId,
    userId: payer.userId,
    method: bankTransferMethod,
    state: 'PENDING',
    iban: createIban(),
    reference: createRandomText(referenceLength).toUpperCase(),
    createdAt: now,
  });
}

/** Stops waiting for a buyer's transfer. Does nothing if there is none. */
export function withdrawBankTransfer(store: Store, { tenantId, milestoneId, userId }: Payer): void {
  store.delete('payments', { tenantId, milestoneId, userId, state: 'PENDING' });
}

/** Finds a buyer's pending transfer or payment. */
export function findPayment(store: Store, { tenantId, milestoneId, userId }: Payer): Row<'payments'> | undefined {
  return store.find('payments', { tenantId, milestoneId, userId });
}

/** The buyer's way to pay at the checkout. */
export interface PaymentWay {
  /** One of the organization's methods (PAY-2). Default: the pending bank transfer, if there is one. */
  method?: string | undefined;
  /** A name of this attempt, by which a repeat of the same attempt is recognized. */
  attempt?: string | undefined;
}

/**
 * Records how a milestone was paid, in the payment's transaction. The buyer's pending transfer is confirmed if no other method is
 * named; all others are withdrawn, so nobody pays twice.
 */
export function recordPayment(
  store: Store,
  { tenantId, milestoneId, userId, method, attempt, now }: Payer & PaymentWay & { now: number },
): void {
  const own = { tenantId, milestoneId, userId };
  const confirmed = method === undefined ? findPayment(store, own) : undefined;
  store.delete('payments', { tenantId, milestoneId });
  const paid = { state: 'PAID', paidAt: now } as const;
  if (confirmed) store.insert('payments', { ...confirmed, ...paid });
  if (method === undefined) return;
  const attemptHash = attempt === undefined ? null : hashSecret(attempt);
  store.insert('payments', { ...own, method, attemptHash, createdAt: now, ...paid });
}

/** Finds the buyer with the oldest pending transfer. */
export function findAwaitedPayer(store: Store, { tenantId, milestoneId }: MilestoneKey): number | undefined {
  return store.list('payments', { tenantId, milestoneId, state: 'PENDING' }, 'createdAt, userId')[0]?.userId;
}

/** Digits of a Saudi account number. */
const accountLength = 20;

/** `SA00` after the account, letters as numbers: the input for the check digits of ISO 13616. */
const countrySuffix = '281000';

/** Makes up a Saudi IBAN: `SA`, two valid check digits, and 20 digits that belong to no bank (BANK-2). */
export function createIban(): string {
  const account = Array.from({ length: accountLength }, () => randomInt(10)).join('');
  const checkDigits = 98n - (BigInt(account + countrySuffix) % 97n);
  return `SA${String(checkDigits).padStart(2, '0')}${account}`;
}
