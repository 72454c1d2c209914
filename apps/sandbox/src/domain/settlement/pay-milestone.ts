import type { Db } from '../../storage/database.ts';
import type { ConsentStatus, Row } from '../../storage/tables.ts';
import { insertPosting } from '../ledger/ledger.ts';
import { paymentEntries } from '../ledger/posting-entries.ts';
import { moveMilestone } from '../milestones/move-milestone.ts';
import { type MilestoneChange, type MilestoneKey, requireMilestone } from '../milestones/require-milestone.ts';
import { scheduleMove } from '../milestones/schedule-move.ts';
import { type BuyerName, findBuyer } from '../parties/list-parties.ts';
import { findAwaitedPayer, type PaymentWay, recordPayment } from '../payments/payments.ts';
import { Refusal } from '../refusal.ts';

/**
 * Pays a milestone: the buyer's money goes into the escrow, and the event PAID goes out (HOOK-5). Call it in a transaction,
 * which has to be rolled back after a refusal.
 *
 * The default buyer is the one with a pending bank transfer, otherwise the first CUSTOMER, who pays the whole `itemPrice` even
 * if there are several CUSTOMERs (our choice: not shown). A pending transfer is confirmed, or withdrawn if another method or
 * buyer is named. Throws if the milestone does not wait for payment (STATE-3, STATE-4a), if the buyer is not one of its
 * CUSTOMERs (AUTH-7), or if the buyer's consent is not granted now (TICKET-5).
 */
export async function payMilestone(
  trx: Db,
  { tenant, milestoneId, now, method, attempt, ...buyerName }: MilestoneChange & BuyerName & PaymentWay,
): Promise<void> {
  const key = { tenantId: tenant.id, milestoneId };
  // The move comes first: it refuses a second payment.
  const paid = await moveMilestone(trx, { ...key, move: 'pay', now });
  const { itemPrice } = await requireMilestone(trx, key);
  const buyer = await findPayer(trx, { ...key, ...buyerName });
  checkConsent(buyer.consent);
  const entries = paymentEntries({ milestoneId, buyerId: buyer.id, itemPriceInHalalas: itemPrice });
  await insertPosting(trx, { ...key, move: paid, entries });
  await recordPayment(trx, { ...key, userId: buyer.id, method, attempt, now: paid.movedAt });
  await scheduleMove(trx, { tenant, milestoneId, move: 'release', now: paid.movedAt });
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
