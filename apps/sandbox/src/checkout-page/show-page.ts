import { html } from 'hono/html';
import { describePurchase } from '../checkout/describe-purchase.ts';
import { findSignIn, isOpen } from '../checkout/sign-in.ts';
import { createRandomText } from '../create-id.ts';
import { findPayment } from '../payments/bank-transfer.ts';
import type { Row } from '../storage/tables.ts';
import { type OpeningProblem, type Problem, toOpeningProblem } from './texts/problem.ts';
import { consentPage } from './views/consent-page.ts';
import { paidPage } from './views/end-pages.ts';
import type { FieldError, Page } from './views/page.ts';
import { paymentPage } from './views/payment-page.ts';
import { problemPage } from './views/problem-page.ts';
import { shopLink } from './views/shop-link.ts';
import { codePage, phonePage } from './views/sign-in-page.ts';
import { transferPage } from './views/transfer-page.ts';
import { type BuyerVisit, type CheckoutVisit, isBuyerVisit, secretCookie } from './visit/checkout-visit.ts';
import { setPageCookie } from './visit/cookies.ts';

/** Length of the random part of a visit's secret: 158 bits. */
const visitLength = 32;

/** The page that fits who is there and how things stand at this moment. */
export async function currentPage(visit: CheckoutVisit): Promise<Page> {
  const problem = toOpeningProblem(visit.context.req.query('problem'));
  if (isBuyerVisit(visit)) return problem ? openingProblemPage(visit, problem) : buyerPage(visit);
  if (visit.visitor.kind === 'expired') return signInPage(visit, { problem: problem ?? 'sessionExpired' });
  const signIn = visit.secret === undefined ? undefined : await findOpenSignIn(visit, visit.secret);
  if (!signIn || problem) return signInPage(visit, { problem });
  return codePage(visit, { secret: signIn.secret, phone: signIn.phone });
}

/** Asks for the phone number. A browser without a secret gets one, which the form's token goes with. */
export function signInPage(
  visit: CheckoutVisit,
  details: { problem?: Problem | undefined; errors?: FieldError[]; status?: number; phone?: string } = {},
): Page {
  return phonePage(visit, { secret: visit.secret ?? beginVisit(visit), ...details });
}

/** Gives the browser a fresh secret, so that nobody who knew one before knows this one. */
export function beginVisit({ context, links }: CheckoutVisit): string {
  const secret = `visit_${createRandomText(visitLength)}`;
  setPageCookie(context, secretCookie(links), secret);
  return secret;
}

/** Shows the organization's methods again, after one of them went wrong. */
export async function paymentPageAgain(
  visit: BuyerVisit,
  details: { errors: FieldError[]; status: number; chosen: string | undefined },
): Promise<Page> {
  const purchase = await describePurchase(visit.service.db, visit);
  const hasPendingTransfer = (await findBuyerPayment(visit))?.state === 'PENDING';
  return paymentPage(visit, { purchase, hasPendingTransfer, ...details });
}

/** What the buyer has done to pay. */
export function findBuyerPayment({ service, milestone, visitor }: BuyerVisit): Promise<Row<'payments'> | undefined> {
  const { tenantId, id: milestoneId } = milestone;
  return findPayment(service.db, { tenantId, milestoneId, userId: visitor.buyer.id });
}

async function buyerPage(visit: BuyerVisit): Promise<Page> {
  const { state } = visit.milestone;
  if (state === 'CREATED') return problemPage(visit, 'notPayable', shopLink(visit));
  const purchase = await describePurchase(visit.service.db, visit);
  if (state !== 'WAITING_FOR_PAYMENT') return paidPage(visit, purchase);
  if (visit.visitor.buyer.consent !== 'GRANTED') return consentPage(visit, purchase);
  const payment = await findBuyerPayment(visit);
  if (payment?.state !== 'PENDING') return paymentPage(visit, { purchase, hasPendingTransfer: false });
  const isChoosing = visit.context.req.query('view') === 'methods';
  return isChoosing
    ? paymentPage(visit, { purchase, hasPendingTransfer: true })
    : transferPage(visit, { purchase, payment });
}

/** Somebody who is signed in opened what opens nothing: it does not end the session. */
function openingProblemPage(visit: BuyerVisit, problem: OpeningProblem): Page {
  const { language, links } = visit;
  const goOn = html`<a class="button primary" href="${links.checkout}">${language.texts.continueCheckout}</a>`;
  return problemPage(visit, problem, goOn);
}

async function findOpenSignIn(
  { service, tenant, milestone, now }: CheckoutVisit,
  secret: string,
): Promise<{ secret: string; phone: string } | undefined> {
  const signIn = await findSignIn(service.db, { tenantId: tenant.id, milestoneId: milestone.id, visit: secret });
  return signIn && isOpen(signIn, now) ? { secret, phone: signIn.phone } : undefined;
}
