import { giveConsent as answer } from '../../../domain/checkout/session.ts';
import { respondRedirect } from '../show/respond.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';

/** Grants the consent, even after it was declined (USER-3, USER-4). */
export function giveConsent(visit: BuyerVisit): Promise<Response> {
  return answerConsent(visit, true);
}

/** Declines the consent. The next page lets the buyer reverse it. */
export function declineConsent(visit: BuyerVisit): Promise<Response> {
  return answerConsent(visit, false);
}

async function answerConsent(
  { context, service, tenant, now, secret, links }: BuyerVisit,
  granted: boolean,
): Promise<Response> {
  const step = { tenant, now, session: secret, granted };
  await service.db.transaction().execute((trx) => answer(trx, step));
  service.changes.notify();
  return respondRedirect(context, links.checkout);
}
