import type { Db } from '../../storage/database.ts';
import { hashSecret } from '../secret-hash.ts';
import type { Payer } from './bank-transfer.ts';

/** How a buyer pays at the checkout. */
export interface PaymentWay {
  /** One of the organization's methods (PAY-2). Default: the bank transfer that is waited for, where there is one. */
  method?: string | undefined;
  /** A name of this attempt, by which the same attempt, sent twice, is recognised. */
  attempt?: string | undefined;
}

/**
 * Writes down how a milestone was paid, in the payment's transaction. Transfers that were waited for are confirmed where
 * no other method is named, else withdrawn: nobody pays twice.
 */
export async function recordPayment(
  trx: Db,
  { tenantId, milestoneId, userId, method, attempt, now }: Payer & PaymentWay & { now: number },
): Promise<void> {
  let superseded = trx.deleteFrom('payments').where('tenantId', '=', tenantId).where('milestoneId', '=', milestoneId);
  if (method === undefined) superseded = superseded.where('userId', '!=', userId);
  await superseded.execute();
  const paid = { state: 'PAID', paidAt: now } as const;
  if (method === undefined) {
    await trx
      .updateTable('payments')
      .set(paid)
      .where('tenantId', '=', tenantId)
      .where('milestoneId', '=', milestoneId)
      .execute();
    return;
  }
  const attemptHash = attempt === undefined ? null : hashSecret(attempt);
  await trx
    .insertInto('payments')
    .values({
      tenantId,
      milestoneId,
      userId,
      method,
      iban: null,
      reference: null,
      attemptHash,
      createdAt: now,
      ...paid,
    })
    .execute();
}
