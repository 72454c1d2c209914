import type { Credential } from '../../domain/checkout/checkout-url.ts';
import { openCheckout } from '../../domain/checkout/open-checkout.ts';
import { isUsedTicketOf, TicketRefusal } from '../../domain/checkout/redeem-ticket.ts';
import { createId } from '../../domain/create-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { checkValues } from '../../http/read-request.ts';
import { respondRedirect } from './show/respond.ts';
import type { OpeningProblem } from './texts/problem.ts';
import { type CheckoutVisit, isBuyerVisit, secretCookie } from './visit/checkout-visit.ts';
import { setPageCookie } from './visit/cookies.ts';
import { withParameter } from './visit/links.ts';

/** The template of the checkout's path (PAY-3), for the log. */
const checkoutPath = '/checkout/external/{shortId}';

/**
 * Exchanges the credential for a session (AUTH-7), then redirects to the address without it, so that it stays out of history
 * and referrers. A problem is shown there too.
 */
export async function openWithCredential(visit: CheckoutVisit, credential: Credential): Promise<Response> {
  const { context, service, tenant, milestone, now, links } = visit;
  const startedAt = service.systemNow();
  try {
    checkValues(credential, 'credential');
    const parts = { tenant, now, clientId: tenant.clientId, shortId: milestone.shortId, credential };
    const { session } = await service.db.transaction().execute((trx) => openCheckout(trx, parts));
    setPageCookie(context, secretCookie(links), session);
    return respondRedirect(context, links.checkout);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (await isReload(visit, credential)) return respondRedirect(context, links.checkout);
    await logRefusal(visit, { refusal: error, startedAt });
    return respondRedirect(context, withParameter(links.checkout, 'problem', problemOf(error)));
  }
}

/** Logs why the credential is invalid, for the integrator. */
async function logRefusal(
  { service, tenant, milestone }: CheckoutVisit,
  { refusal, startedAt }: { refusal: Refusal; startedAt: number },
): Promise<void> {
  await service.requestLog.add({
    id: createId('request'),
    tenant,
    path: checkoutPath,
    parameters: { shortId: milestone.shortId },
    refusal,
    startedAtSystem: startedAt,
    durationInMs: service.systemNow() - startedAt,
  });
}

/** A buyer who has already opened the checkout continues when the address is opened again. */
async function isReload(visit: CheckoutVisit, credential: Credential): Promise<boolean> {
  if (!isBuyerVisit(visit) || !('ticket' in credential)) return false;
  const { service, tenant, milestone, visitor } = visit;
  const ticket = { tenantId: tenant.id, shortId: milestone.shortId, ticket: credential.ticket };
  return isUsedTicketOf(service.db, { ...ticket, userId: visitor.buyer.id });
}

function problemOf(refusal: Refusal): OpeningProblem {
  if (refusal instanceof TicketRefusal && refusal.fault === 'used') return 'ticketUsed';
  if (refusal instanceof TicketRefusal && refusal.fault === 'expired') return 'ticketExpired';
  return refusal.code === 'conflict' ? 'notBuyer' : 'credentialUnknown';
}
