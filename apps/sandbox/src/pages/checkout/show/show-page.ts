import { html } from 'hono/html';
import { describePurchase, type Purchase } from '../../../domain/checkout/describe-purchase.ts';
import { isUsedTicketOf } from '../../../domain/checkout/redeem-ticket.ts';
import { findSignIn, isOpen } from '../../../domain/checkout/sign-in.ts';
import { createRandomText } from '../../../domain/create-id.ts';
import { isUnpaid } from '../../../domain/milestones/move-milestone.ts';
import { findPayment } from '../../../domain/payments/bank-transfer.ts';
import type { Row } from '../../../storage/tables.ts';
import { describeMistake, type Mistake, type MistakeDetails, toMistake, tooManyRequests } from '../texts/mistake.ts';
import { type OpeningProblem, type Problem, toOpeningProblem } from '../texts/problem.ts';
import { consentPage } from '../views/consent-page.ts';
import { paidPage } from '../views/end-pages.ts';
import type { FieldError, Page } from '../views/page.ts';
import { paymentPage } from '../views/payment-page.ts';
import { problemPage } from '../views/problem-page.ts';
import { shopLink } from '../views/shop-link.ts';
import { codePage, phonePage } from '../views/sign-in-page.ts';
import { transferPage } from '../views/transfer-page.ts';
import {
  type BuyerVisit,
  type CheckoutVisit,
  isBuyerVisit,
  secretCookie,
  typedCookie,
  usedTicketCookie,
} from '../visit/checkout-visit.ts';
import { readPageCookie, setPageCookie } from '../visit/cookies.ts';

/** Length of the random part of a visit's secret: 158 bits. */
const visitLength = 32;

/** The value of `view` after another code was sent. */
export const newCodeView = 'newCode';

/** A mistake that a page shows. */
interface ShownMistake {
  errors: FieldError[];
  status: number;
}

/** The wait after too many codes, in seconds. */
const waitInSeconds = 15 * 60;

/** The page for this visitor and the present state of the payment. */
export async function currentPage(visit: CheckoutVisit): Promise<Page> {
  const problem = toOpeningProblem(visit.context.req.query('problem'));
  if (isBuyerVisit(visit)) return problem ? openingProblemPage(visit, problem) : buyerPage(visit);
  if (visit.visitor.kind === 'expired') return signInPage(visit, problem ?? 'sessionExpired');
  const signIn = visit.secret === undefined ? undefined : await findOpenSignIn(visit, visit.secret);
  if (!signIn || problem || mistakeAt(visit, 'phone')) return signInPage(visit, await checkIfPaid(visit, problem));
  const mistake = mistakeAt(visit, 'code');
  if (mistake?.status === tooManyRequests) visit.context.header('retry-after', String(waitInSeconds));
  return codePage(visit, { ...signIn, ...mistake, isResent: visit.context.req.query('view') === newCodeView });
}

/** Gives the browser a new secret, so that an earlier one is useless. */
export function beginVisit({ context, links }: CheckoutVisit): string {
  const secret = createVisitSecret();
  setPageCookie(context, secretCookie(links), secret);
  return secret;
}

/** Creates the secret of a visit that begins once the browser gets it. */
export function createVisitSecret(): string {
  return `visit_${createRandomText(visitLength)}`;
}

/** The buyer's payment or transfer. */
export function findBuyerPayment({ service, milestone, visitor }: BuyerVisit): Promise<Row<'payments'> | undefined> {
  const { tenantId, id: milestoneId } = milestone;
  return findPayment(service.db, { tenantId, milestoneId, userId: visitor.buyer.id });
}

/** Asks for the phone number. A browser without a secret gets one, to which the form's token belongs. */
function signInPage(visit: CheckoutVisit, problem: Problem | undefined): Page {
  const { context, links } = visit;
  const secret = visit.secret ?? beginVisit(visit);
  // After the last wrong code, the page no longer asks for a code.
  const mistake = mistakeAt(visit, 'phone') ?? (mistakeAt(visit, 'code') && showMistake(visit, 'codeClosed'));
  if (!mistake) return phonePage(visit, { secret, problem });
  if (mistake.status === tooManyRequests) context.header('retry-after', String(waitInSeconds));
  return phonePage(visit, { secret, phone: readPageCookie(context, typedCookie(links)), ...mistake });
}

/** A visitor with a used ticket of this payment has the buyer's link, so the page may say that it is paid. */
async function checkIfPaid(visit: CheckoutVisit, problem: Problem | undefined): Promise<Problem | undefined> {
  const { context, service, tenant, milestone, links } = visit;
  const ticket = problem === 'ticketUsed' ? readPageCookie(context, usedTicketCookie(links)) : undefined;
  if (!ticket || isUnpaid(milestone.state)) return problem;
  const isProof = await isUsedTicketOf(service.db, { tenantId: tenant.id, shortId: milestone.shortId, ticket });
  return isProof ? 'ticketUsedAndPaid' : problem;
}

async function buyerPage(visit: BuyerVisit): Promise<Page> {
  const { state } = visit.milestone;
  if (state === 'CREATED') return problemPage(visit, 'notPayable', shopLink(visit));
  const purchase = await describePurchase(visit.service.db, visit);
  if (state !== 'WAITING_FOR_PAYMENT') return donePage(visit, purchase);
  if (visit.visitor.buyer.consent !== 'GRANTED') return consentPage(visit, purchase);
  const payment = await findBuyerPayment(visit);
  const isPending = payment?.state === 'PENDING';
  const { view, method: chosen } = visit.context.req.query();
  const mistake = mistakeAt(visit, 'method-1');
  if (isPending && view !== 'methods' && !mistake) return transferPage(visit, { purchase, payment });
  return paymentPage(visit, { purchase, hasPendingTransfer: isPending, chosen, ...mistake });
}

/** Nothing is left to pay. Says so to a buyer who has just tried to pay. */
function donePage(visit: BuyerVisit, purchase: Purchase): Page {
  const wasQuicker = visit.context.req.query('problem') === 'alreadyPaid';
  return wasQuicker ? problemPage(visit, 'alreadyPaid', shopLink(visit, 'primary')) : paidPage(visit, purchase);
}

/** The mistake of the last form that belongs to a field of this page. */
function mistakeAt(visit: CheckoutVisit, field: MistakeDetails['field']): ShownMistake | undefined {
  const mistake = toMistake(visit.context.req.query('mistake'));
  return mistake && describeMistake(mistake).field === field ? showMistake(visit, mistake) : undefined;
}

function showMistake({ language }: CheckoutVisit, mistake: Mistake): ShownMistake {
  const { field, status } = describeMistake(mistake);
  return { errors: [{ field, message: language.texts.errors[mistake] }], status };
}

/** A signed-in buyer opened an invalid link, which does not end the session. */
function openingProblemPage(visit: BuyerVisit, problem: OpeningProblem): Page {
  const { language, links } = visit;
  const goOn = html`<a class="button primary" href="${links.checkout}">${language.texts.continueCheckout}</a>`;
  return problemPage(visit, problem, html`${goOn} ${shopLink(visit)}`);
}

async function findOpenSignIn(
  { service, tenant, milestone, now }: CheckoutVisit,
  secret: string,
): Promise<{ secret: string; phone: string } | undefined> {
  const signIn = await findSignIn(service.db, { tenantId: tenant.id, milestoneId: milestone.id, visit: secret });
  return signIn && isOpen(signIn, now) ? { secret, phone: signIn.phone } : undefined;
}
