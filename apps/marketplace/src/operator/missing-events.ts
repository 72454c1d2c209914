import { type KnownStatus, reconcile, signedRequest } from '@escrow-kit/webhooks';
import type { Shop } from '../shop.ts';

/** The service sends an event for the last time after less than two minutes: what has not come by then does not come. */
const givenUpAfterInMs = 120_000;

/** A buyer went to the checkout, and the inbox has no PAID: the buyer did not pay, or the event is lost. */
export interface MissingEvent {
  milestoneId: string;
  orderId: string;
  part: string;
  checkoutOpenedAt: string;
}

/** What to ask the service's operator about. */
export async function findMissingEvents({ storage, now }: Shop): Promise<MissingEvent[]> {
  const opened = await storage.query<MissingEvent>(
    `select milestone_id as "milestoneId", order_id as "orderId", part, checkout_opened_at as "checkoutOpenedAt"
      from payments where checkout_opened_at < $1 and reference_id is null order by checkout_opened_at`,
    [new Date(now().getTime() - givenUpAfterInMs).toISOString()],
  );
  const expected = opened.map(({ milestoneId }) => ({ milestoneId, status: 'PAID' }));
  const { missing } = await reconcile({ inbox: storage.inbox, expected });
  const milestoneIds = new Set(missing.map(({ milestoneId }) => milestoneId));
  return opened.filter(({ milestoneId }) => milestoneIds.has(milestoneId));
}

/** An event as the service's operator told it on the phone. */
export interface ToldEvent {
  milestoneId: string;
  status: KnownStatus;
  referenceId: string;
}

/**
 * Takes an event that never came the way that every other takes. Should it come after all, it is a duplicate if its reference is
 * the same, and moves nothing in any case.
 */
export async function recordToldEvent({ receiver, config, log }: Shop, event: ToldEvent): Promise<void> {
  const { status } = await receiver.receive(
    signedRequest({ event: { ...event }, secret: config.escrow.webhookSecret }),
  );
  if (status !== 200) throw new Error(`The event was not stored: ${status}.`);
  log(`operator: recorded ${event.status} of ${event.milestoneId}`);
}
