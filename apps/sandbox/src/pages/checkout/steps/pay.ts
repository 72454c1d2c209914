import { payCheckout } from '../../../domain/checkout/session.ts';
import { bankTransferMethod, chooseBankTransfer } from '../../../domain/payments/bank-transfer.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { hashSecret } from '../../../domain/secret.ts';
import type { Db } from '../../../storage/database.ts';
import { respondMistake, respondRedirect } from '../show/respond.ts';
import { findBuyerPayment } from '../show/show-page.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import type { Form } from '../visit/form.ts';
import { withParameter } from '../visit/links.ts';

/** The longest name of an attempt that is stored. */
const longestAttempt = 64;

/** How the buyer pays, and the name of the form, so that a form that is sent twice pays once. */
interface Way {
  method: string;
  attempt: string;
}

/**
 * Pays with one of the organization's methods, by its settings and not by the address. If the same form has already paid, it
 * was sent twice: it is neither paid again nor refused.
 */
export async function pay(visit: BuyerVisit, form: Form): Promise<Response> {
  const { service, links, context, tenant, visitor } = visit;
  const way = { method: form.get('method') ?? '', attempt: (form.get('attempt') ?? '').slice(0, longestAttempt) };
  if (!tenant.settings.paymentMethods.includes(way.method)) return respondMistake(visit, 'methodMissing');
  if (visitor.buyer.consent !== 'GRANTED') return respondRedirect(context, links.checkout);
  const isTransfer = way.method === bankTransferMethod;
  if (!isTransfer && form.get('outcome') === 'declined') return respondMistake(visit, 'paymentDeclined', way.method);
  try {
    await service.db.transaction().execute((trx) => (isTransfer ? awaitTransfer(trx, visit) : payNow(trx, visit, way)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answerRefusal(visit, error, way);
  }
  service.wake();
  return respondRedirect(context, isTransfer ? links.checkout : links.return);
}

async function awaitTransfer(trx: Db, { tenant, milestone, visitor, now }: BuyerVisit): Promise<void> {
  await chooseBankTransfer(trx, { tenantId: tenant.id, milestoneId: milestone.id, userId: visitor.buyer.id, now });
}

async function payNow(trx: Db, { tenant, secret, now }: BuyerVisit, way: Way): Promise<void> {
  await payCheckout(trx, { tenant, session: secret, now, ...way });
}

/** This form was sent twice, another tab was quicker, or the payment can't be made any more (TICKET-5). */
async function answerRefusal(visit: BuyerVisit, { details }: Refusal, way: Way): Promise<Response> {
  const { context, links } = visit;
  if (await wasMadeBy(visit, way)) return respondRedirect(context, links.return);
  const isPaid = details.rule === 'STATE-4a';
  return respondRedirect(context, isPaid ? withParameter(links.checkout, 'problem', 'alreadyPaid') : links.checkout);
}

async function wasMadeBy(visit: BuyerVisit, { attempt }: Way): Promise<boolean> {
  const payment = await findBuyerPayment(visit);
  return attempt !== '' && payment?.state === 'PAID' && payment.attemptHash === hashSecret(attempt);
}
