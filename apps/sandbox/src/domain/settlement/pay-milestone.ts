import type { Db } from '../../storage/database.ts';
import type { ConsentStatus, Row } from '../../storage/tables.ts';
import { insertPosting } from '../ledger/ledger.ts';
import { paymentEntries } from '../ledger/posting-entries.ts';
import { moveMilestone } from '../milestones/move-milestone.ts';
import { type MilestoneChange, type MilestoneKey, requireMilestone } from '../milestones/require-milestone.ts';
import { scheduleMove } from '../milestones/schedule-move.ts';
import { type BuyerName, findBuyer } from '../parties/find-buyer.ts';
import { findAwaitedPayer, type PaymentWay, recordPayment } from '../payments/payments.ts';
import { Refusal } from '../refusal.ts';

/**
 * Pays a milestone: the buyer's money goes into the escrow, and the event PAID goes out (HOOK-5). Call it in a
 * transaction, which a refusal has to roll back.
 *
 * Where no buyer is named it is the one whose bank transfer is waited for, else the first CUSTOMER, who pays `itemPrice`
 * alone where there are several CUSTOMERs (our choice: not shown). A transfer that is waited for is confirmed, or
 * withdrawn where another method or buyer is named. Refuses a milestone that does not wait for payment (STATE-3, STATE-4a), a buyer who is not a
 * CUSTOMER of it (AUTH-7), and one whose consent is not given at this moment (TICKET-5).
 */
export async function payMilestone(
  trx: Db,
  { tenant, milestoneId, now, method, attempt, ...buyerName }: MilestoneChange & BuyerName & PaymentWay,
): Promise<void> {
  const key = { tenantId: tenant.id, milestoneId };
  // The move comes first: it locks the milestone, so that of two payments at once the second is refused.
  const paidAt = await moveMilestone(trx, { ...key, move: 'pay', now });
  const { itemPrice } = await requireMilestone(trx, key);
  const buyer = await findPayer(trx, { ...key, ...buyerName });
  checkConsent(buyer.consent);
  const entries = paymentEntries({ milestoneId, buyerId: buyer.id, itemPriceInHalalas: itemPrice });
  await insertPosting(trx, { ...key, entries, now: paidAt });
  await recordPayment(trx, { ...key, userId: buyer.id, method, attempt, now: paidAt });
  await scheduleMove(trx, { tenant, milestoneId, move: 'release', now: paidAt });
}

async function findPayer(trx: Db, buyer: MilestoneKey & BuyerName): Promise<Row<'users'>> {
  const isNamed = buyer.buyerPhone !== undefined || buyer.buyerId !== undefined;
  const buyerId = isNamed ? buyer.buyerId : await findAwaitedPayer(trx, buyer);
  return findBuyer(trx, { ...buyer, buyerId });
}

function checkConsent(consent: ConsentStatus): void {
  if (consent === 'GRANTED') return;
  throw new Refusal('conflict', {
    rule: 'TICKET-5',
    field: 'consent',
    message: `The buyer's consent is ${consent}, and the checkout checks it at the payment. Let the buyer give it first.`,
  });
}
