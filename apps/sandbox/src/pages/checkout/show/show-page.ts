import { html } from 'hono/html';
import { describePurchase } from '../../../domain/checkout/describe-purchase.ts';
import { findSignIn, isOpen } from '../../../domain/checkout/sign-in.ts';
import { findPayment } from '../../../domain/payments/bank-transfer.ts';
import type { Row } from '../../../storage/tables.ts';
import { type Mistake, mistakes, type OpeningProblem, toMistake, toOpeningProblem } from '../texts/problem.ts';
import { texts } from '../texts/texts.ts';
import { consentPage, paidPage, problemPage, transferPage } from '../views/buyer-pages.ts';
import type { Page } from '../views/page.ts';
import { paymentPage } from '../views/payment-page.ts';
import { shopLink } from '../views/shop-link.ts';
import { codePage, phonePage } from '../views/sign-in-pages.ts';
import { type BuyerVisit, beginVisit, type CheckoutVisit, isBuyerVisit, typedCookie } from '../visit/checkout-visit.ts';
import { readPageCookie } from '../visit/cookies.ts';

/** The page for this visitor and the present state of the payment. */
export async function currentPage(visit: CheckoutVisit): Promise<Page> {
  const query = visit.context.req.query();
  const problem = toOpeningProblem(query['problem']);
  const mistake = toMistake(query['mistake']);
  if (isBuyerVisit(visit)) return problem ? openingProblemPage(visit, problem) : buyerPage(visit, mistake);
  const signIn = problem ? undefined : await findOpenSignIn(visit);
  if (signIn && !isAt('phone', mistake)) {
    return codePage(visit, { ...signIn, mistake: isAt('code', mistake) ? mistake : undefined });
  }
  const isExpired = visit.visitor.kind === 'expired';
  // A browser without a secret gets one, to which the form's token belongs.
  const secret = visit.secret ?? beginVisit(visit);
  const phone = readPageCookie(visit.context, typedCookie(visit.links));
  // After the last wrong code, the page no longer asks for a code.
  const shown = isAt('code', mistake) ? 'codeClosed' : mistake;
  return phonePage(visit, {
    secret,
    problem: problem ?? (isExpired ? 'sessionExpired' : undefined),
    phone,
    mistake: isAt('phone', shown) ? shown : undefined,
  });
}

/** The buyer's payment or transfer. */
export function findBuyerPayment({ service, milestone, visitor }: BuyerVisit): Promise<Row<'payments'> | undefined> {
  const { tenantId, id: milestoneId } = milestone;
  return findPayment(service.db, { tenantId, milestoneId, userId: visitor.buyer.id });
}

async function buyerPage(visit: BuyerVisit, lastMistake: Mistake | undefined): Promise<Page> {
  const { state } = visit.milestone;
  const { view, problem, method: chosen } = visit.context.req.query();
  if (state === 'CREATED') return problemPage('notPayable', shopLink(visit));
  const isPaid = state !== 'WAITING_FOR_PAYMENT';
  // For a buyer who has just tried to pay.
  if (isPaid && problem === 'alreadyPaid') return problemPage('alreadyPaid', shopLink(visit, 'primary'));
  const purchase = await describePurchase(visit.service.db, visit);
  if (isPaid) return paidPage(visit, purchase);
  if (visit.visitor.buyer.consent !== 'GRANTED') return consentPage(visit, purchase);
  const payment = await findBuyerPayment(visit);
  const hasPendingTransfer = payment?.state === 'PENDING';
  const mistake = isAt('method-1', lastMistake) ? lastMistake : undefined;
  if (hasPendingTransfer && view !== 'methods' && !mistake) return transferPage(visit, { purchase, payment });
  return paymentPage(visit, { purchase, hasPendingTransfer, chosen, mistake });
}

/** A signed-in buyer opened an invalid link, which does not end the session. */
function openingProblemPage(visit: BuyerVisit, problem: OpeningProblem): Page {
  const goOn = html`<a class="button primary" href="${visit.links.checkout}">${texts.continueCheckout}</a>`;
  return problemPage(problem, html`${goOn} ${shopLink(visit)}`);
}

/** Whether a mistake belongs to a field. */
function isAt(field: (typeof mistakes)[Mistake]['field'], mistake: Mistake | undefined): boolean {
  return mistake !== undefined && mistakes[mistake].field === field;
}

async function findOpenSignIn(visit: CheckoutVisit): Promise<{ secret: string; phone: string } | undefined> {
  const { service, tenant, milestone, now, secret } = visit;
  if (secret === undefined) return undefined;
  const signIn = await findSignIn(service.db, { tenantId: tenant.id, milestoneId: milestone.id, visit: secret });
  return signIn && isOpen(signIn, now) ? { secret, phone: signIn.phone } : undefined;
}
