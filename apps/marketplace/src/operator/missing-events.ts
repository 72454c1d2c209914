import { reconcile, signedRequest } from '@escrow-kit/webhooks';
import { findOrderOfMilestone } from '../orders/order.ts';
import { type Shop, ShopError } from '../shop/shop.ts';

/** The service's last retry of an event comes before this. */
const givenUpAfterInMs = 120_000;

/** A payment whose buyer went to the checkout, without a PAID in the inbox: not paid, or the event is lost. */
export interface MissingEvent {
  milestoneId: string;
  orderId: string;
  part: string;
  checkoutOpenedAt: string;
}

/** Finds the payments to ask the service's operator about. */
export async function findMissingEvents({ storage, now }: Shop): Promise<MissingEvent[]> {
  const opened = await storage.query<MissingEvent>(
    `select * from payments where "checkoutOpenedAt" < $1 and "referenceId" is null order by "checkoutOpenedAt"`,
    [new Date(now().getTime() - givenUpAfterInMs).toISOString()],
  );
  const expected = opened.map(({ milestoneId }) => ({ milestoneId, status: 'PAID' }));
  const { missing } = await reconcile({ inbox: storage.inbox, expected });
  const milestoneIds = new Set(missing.map(({ milestoneId }) => milestoneId));
  return opened.filter(({ milestoneId }) => milestoneIds.has(milestoneId));
}

/**
 * Records a PAID that the service's operator confirmed but that never arrived. It is handled like any other event. If the event arrives
 * later, it moves nothing; with the same reference it is a duplicate.
 * @throws ShopError `not_found` if no order has the milestone.
 */
export async function recordPaid(shop: Shop, payment: { milestoneId: string; referenceId: string }): Promise<void> {
  const { storage, receiver, config, log } = shop;
  const order = await findOrderOfMilestone(storage, payment.milestoneId);
  if (!order) throw new ShopError('not_found', 'No order has this milestone.');
  const request = signedRequest({ event: { status: 'PAID', ...payment }, secret: config.webhookSecret });
  const { status } = await receiver.receive(request);
  if (status !== 200) throw new Error(`The event was not stored: ${status}.`);
  log(`order ${order.id}: the operator recorded a payment`);
}
