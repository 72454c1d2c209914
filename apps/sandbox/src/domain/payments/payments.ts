import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Db } from '../../storage/database.ts';
import type { MilestoneKey } from '../milestones/require-milestone.ts';
import { hashSecret } from '../secret.ts';
import type { Payer } from './bank-transfer.ts';

/** The buyer's way to pay at the checkout. */
export interface PaymentWay {
  /** One of the organization's methods (PAY-2). Default: the pending bank transfer, if there is one. */
  method?: string | undefined;
  /** A name of this attempt, by which a repeat of the same attempt is recognised. */
  attempt?: string | undefined;
}

/**
 * Records how a milestone was paid, in the payment's transaction. Pending transfers are confirmed if no other method is named,
 * otherwise withdrawn, so nobody pays twice.
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
      .where((eb) => eb.and({ tenantId, milestoneId }))
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
      attemptHash,
      createdAt: now,
      ...paid,
    })
    .execute();
}

/** A payment or a transfer of a buyer. */
type DescribedPayment = ControlSchema<'Milestone'>['payments'][number];

/** Lists the payments and transfers of a milestone, oldest first. */
export function listPayments(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<DescribedPayment[]> {
  return db
    .selectFrom('payments')
    .where((eb) => eb.and({ tenantId, milestoneId }))
    .orderBy('createdAt')
    .orderBy('userId')
    .select(['userId', 'method', 'state', 'iban as virtualIban', 'reference', 'createdAt', 'paidAt'])
    .execute();
}

/** Finds the buyer with the oldest pending transfer. */
export async function findAwaitedPayer(db: Db, key: MilestoneKey): Promise<number | undefined> {
  const payments = await listPayments(db, key);
  return payments.find(({ state }) => state === 'PENDING')?.userId;
}
