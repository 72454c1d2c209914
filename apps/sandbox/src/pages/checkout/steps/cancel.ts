import { withdrawBankTransfer } from '../../../domain/payments/bank-transfer.ts';
import { respondRedirect } from '../show/respond.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';

/** Goes back to the shop without paying. A transfer that was waited for is waited for no longer. */
export async function cancel({ context, service, milestone, visitor, links }: BuyerVisit): Promise<Response> {
  const { tenantId, id: milestoneId } = milestone;
  await withdrawBankTransfer(service.db, { tenantId, milestoneId, userId: visitor.buyer.id });
  service.changes.tell();
  return respondRedirect(context, links.return);
}
