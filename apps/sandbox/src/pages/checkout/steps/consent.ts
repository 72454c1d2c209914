import { giveConsent as answer } from '../../../domain/checkout/session.ts';
import { respondRedirect } from '../show/respond.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';

/** Gives the consent, also after it was declined (USER-3, USER-4). */
export function giveConsent(visit: BuyerVisit): Promise<Response> {
  return answerConsent(visit, true);
}

/** Declines the consent, which can be reversed on the page that follows. */
export function declineConsent(visit: BuyerVisit): Promise<Response> {
  return answerConsent(visit, false);
}

async function answerConsent(
  { context, service, tenant, now, secret, links }: BuyerVisit,
  granted: boolean,
): Promise<Response> {
  const step = { tenant, now, session: secret, granted };
  await service.db.transaction().execute((trx) => answer(trx, step));
  service.changes.tell();
  return respondRedirect(context, links.checkout);
}
