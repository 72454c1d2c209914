import type { Db } from '../../storage/database.ts';
import type { PaymentWay } from '../payments/record-payment.ts';
import { payMilestone } from '../settlement/pay-milestone.ts';
import { type CheckoutStep, requireSession } from './require-session.ts';

/**
 * Pays as the buyer of a session and returns what was paid. Consent is checked again at this moment (TICKET-5). Call it
 * in a transaction. Default method: see {@link PaymentWay}. Refuses an unknown or expired session (AUTH-7) and whatever {@link payMilestone} refuses.
 */
export async function payCheckout(
  trx: Db,
  { method, attempt, ...step }: CheckoutStep & PaymentWay,
): Promise<{ milestoneId: string; userId: number }> {
  const { milestoneId, userId } = await requireSession(trx, step);
  await payMilestone(trx, { tenant: step.tenant, milestoneId, buyerId: userId, now: step.now, method, attempt });
  return { milestoneId, userId };
}
