import { payCheckout } from '../../../domain/checkout/session.ts';
import { isUnpaid } from '../../../domain/milestones/move-milestone.ts';
import {
  bankTransferMethod,
  chooseBankTransfer,
  withdrawBankTransfer,
} from '../../../domain/payments/bank-transfer.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { hashSecret } from '../../../domain/secret-hash.ts';
import type { Db } from '../../../storage/database.ts';
import { respondMistake, respondRedirect } from '../show/respond.ts';
import { findBuyerPayment } from '../show/show-page.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import type { Form } from '../visit/form.ts';
import { withParameter } from '../visit/links.ts';

/** The longest name of an attempt that is stored. */
const longestAttempt = 64;

/**
 * Pays with one of the organization's methods, by its settings and not by the address. If the same form has already paid, it
 * was sent twice: it is neither paid again nor refused.
 */
export async function pay(visit: BuyerVisit, form: Form): Promise<Response> {
  const { links, context, tenant } = visit;
  const method = form.get('method') ?? '';
  const attempt = (form.get('attempt') ?? '').slice(0, longestAttempt);
  if (await wasMadeBy(visit, attempt)) return respondRedirect(context, links.return);
  if (!tenant.settings.paymentMethods.includes(method)) return respondMistake(visit, 'methodMissing');
  if (!isPayable(visit)) return refuse(visit);
  if (method !== bankTransferMethod && form.get('outcome') === 'declined') {
    return respondMistake(visit, 'paymentDeclined', method);
  }
  return makePayment(visit, { method, attempt });
}

/** Saves the buyer a wrong page. Consent and state are checked again when the money moves. */
function isPayable({ milestone, visitor }: BuyerVisit): boolean {
  return milestone.state === 'WAITING_FOR_PAYMENT' && visitor.buyer.consent === 'GRANTED';
}

/** Redirects to the page that says why the buyer can't pay. */
function refuse(visit: BuyerVisit): Response {
  const { context, links, milestone } = visit;
  return isUnpaid(milestone.state) ? respondRedirect(context, links.checkout) : respondAlreadyPaid(visit);
}

function respondAlreadyPaid({ context, links }: BuyerVisit): Response {
  return respondRedirect(context, withParameter(links.checkout, 'problem', 'alreadyPaid'));
}

async function makePayment(visit: BuyerVisit, way: { method: string; attempt: string }): Promise<Response> {
  const { service, context, links } = visit;
  try {
    await service.db.transaction().execute((trx) => paySession(trx, visit, way));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answerRefusal(visit, { refusal: error, attempt: way.attempt });
  }
  service.wake();
  service.changes.notify();
  return respondRedirect(context, way.method === bankTransferMethod ? links.checkout : links.return);
}

async function paySession(trx: Db, visit: BuyerVisit, way: { method: string; attempt: string }): Promise<void> {
  const { tenant, milestone, visitor, secret, now } = visit;
  if (way.method === bankTransferMethod) {
    const payer = { tenantId: tenant.id, milestoneId: milestone.id, userId: visitor.buyer.id };
    await chooseBankTransfer(trx, { ...payer, now });
  } else {
    await payCheckout(trx, { tenant, session: secret, now, ...way });
  }
}

/** This form was sent twice, another tab was quicker, or the consent was withdrawn meanwhile (TICKET-5). */
async function answerRefusal(
  visit: BuyerVisit,
  { refusal, attempt }: { refusal: Refusal; attempt: string },
): Promise<Response> {
  const { context, links } = visit;
  if (await wasMadeBy(visit, attempt)) return respondRedirect(context, links.return);
  return refusal.details.rule === 'STATE-4a' ? respondAlreadyPaid(visit) : respondRedirect(context, links.checkout);
}

async function wasMadeBy(visit: BuyerVisit, attempt: string): Promise<boolean> {
  const payment = await findBuyerPayment(visit);
  return attempt !== '' && payment?.state === 'PAID' && payment.attemptHash === hashSecret(attempt);
}

/** Goes back to the shop without paying. Withdraws a pending transfer. */
export async function cancel({ context, service, milestone, visitor, links }: BuyerVisit): Promise<Response> {
  const { tenantId, id: milestoneId } = milestone;
  await withdrawBankTransfer(service.db, { tenantId, milestoneId, userId: visitor.buyer.id });
  service.changes.notify();
  return respondRedirect(context, links.return);
}
