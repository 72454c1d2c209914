import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { type Credential, isUsedTicketOf, openCheckout, readCredential, TicketRefusal } from '../../domain/checkout.ts';
import { createId } from '../../domain/create-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Environment, reportError } from '../../http/answer.ts';
import { checkValues } from '../../http/read-request.ts';
import { type Html, respondCheckout, respondPage, respondRedirect } from './page.ts';
import { currentPage, problemPage, returnPage, visitorsShopLink } from './pages.ts';
import { takeStep } from './steps.ts';
import { stylesheet, stylesheetPath } from './stylesheet.ts';
import { CheckoutProblem, type OpeningProblem, type Problem, texts } from './texts.ts';
import {
  type CheckoutVisit,
  findVisit,
  isBuyerVisit,
  type PageRequest,
  type PagesContext,
  readPageRequest,
  setPageCookie,
} from './visit.ts';

const stylesheetHeaders = {
  'content-type': 'text/css; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, no-cache',
};

/** Routes the hosted checkout, the page at the URL that starting a payment returns (PAY-1). */
export function routeCheckoutPage(app: Hono<Environment>, service: PagesContext): void {
  const pages = new Hono<Environment>();
  pages.get(stylesheetPath, etag(), (context) => context.body(stylesheet, 200, stylesheetHeaders));
  pages.get('/checkout/external/:shortId', (context) => open(readPageRequest(service, context)));
  pages.post('/checkout/external/:shortId', (context) => takeStep(findVisit(readPageRequest(service, context))));
  pages.get('/checkout/external/:shortId/return', (context) => goBack(readPageRequest(service, context)));
  pages.all('/checkout/*', (context) => refusePath(readPageRequest(service, context)));
  pages.onError((error, context) => answerError(readPageRequest(service, context), error));
  app.route('/', pages);
}

async function open(request: PageRequest): Promise<Response> {
  const { context, address } = request;
  const credential = readCredential(new URL(context.req.url));
  if (!credential) {
    const visit = findVisit(request);
    return respondPage(visit, currentPage(visit));
  }
  if (isPreview(context)) return respondRedirect(context, address);
  try {
    return openWithCredential(findVisit(request), credential);
  } catch (error) {
    // The address of the problem page has no ticket either.
    if (error instanceof CheckoutProblem) return respondRedirect(context, address);
    throw error;
  }
}

/** Whether a browser only previews or prefetches the page, which uses up no ticket. */
function isPreview({ req }: Context<Environment>): boolean {
  return req.method === 'HEAD' || /prefetch|prerender/.test(req.header('sec-purpose') ?? req.header('purpose') ?? '');
}

/**
 * Exchanges the credential for a session (AUTH-7), then redirects to the address without it, so that it stays out of history
 * and referrers. A problem is shown there too.
 */
function openWithCredential(visit: CheckoutVisit, credential: Credential): Response {
  const { service, tenant, milestone, now } = visit;
  const startedAt = service.systemNow();
  try {
    checkValues(credential, 'credential');
    const parts = { tenant, now, clientId: tenant.clientId, shortId: milestone.shortId, credential };
    const { session } = service.store.transaction(() => openCheckout(service.store, parts));
    setPageCookie(visit, 'checkout', session);
    return respondCheckout(visit);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isReload(visit, credential)) return respondCheckout(visit);
    // Tells the integrator why the credential is invalid.
    service.requestLog.add({
      id: createId('request'),
      tenant,
      path: checkoutPath,
      parameters: { shortId: milestone.shortId },
      refusal: error,
      startedAtSystem: startedAt,
      durationInMs: service.systemNow() - startedAt,
    });
    return respondCheckout(visit, `&problem=${openingProblemOf(error)}`);
  }
}

/** The template of the checkout's path (PAY-3), for the log. */
const checkoutPath = '/checkout/external/{shortId}';

/** A buyer who has already opened the checkout continues when the address is opened again. */
function isReload(visit: CheckoutVisit, credential: Credential): boolean {
  if (!isBuyerVisit(visit) || !('ticket' in credential)) return false;
  const { service, milestone, buyer } = visit;
  const { tenantId, shortId } = milestone;
  return isUsedTicketOf(service.store, { tenantId, shortId, ticket: credential.ticket, userId: buyer.id });
}

function openingProblemOf(refusal: Refusal): OpeningProblem {
  if (refusal instanceof TicketRefusal && refusal.fault === 'used') return 'ticketUsed';
  if (refusal instanceof TicketRefusal && refusal.fault === 'expired') return 'ticketExpired';
  return refusal.code === 'conflict' ? 'notBuyer' : 'credentialUnknown';
}

async function goBack(request: PageRequest): Promise<Response> {
  const visit = findVisit(request);
  return isBuyerVisit(visit) ? respondPage(visit, returnPage(visit)) : respondCheckout(visit);
}

function refusePath({ context, address }: PageRequest): Response {
  if (!readCredential(new URL(context.req.url))) throw new CheckoutProblem('unknownPayment');
  return respondRedirect(context, address);
}

/** Problems of the address itself: opening it again does not help. */
const hopeless: Problem[] = ['linkIncomplete', 'foreignClient', 'unknownPayment'];

function answerError(request: PageRequest, error: Error): Promise<Response> {
  const problem = problemOf(error);
  if (hopeless.includes(problem)) return respondPage(request, problemPage(problem));
  const openAgain =
    problem === 'cookiesBlocked'
      ? html`<a class="button primary" href="${request.address}" target="_blank" rel="noopener">${texts.openInNewWindow}</a>`
      : html`<a class="button primary" href="${request.address}">${texts.openAgain}</a>`;
  const actions = html`${openAgain} ${wayBack(request, error)}`;
  return respondPage(request, problemPage(problem, actions));
}

/** After an internal error, the payment is not read again. */
function wayBack(request: PageRequest, error: Error): Html | '' {
  return error instanceof CheckoutProblem ? visitorsShopLink(findVisit(request)) : '';
}

function problemOf(error: Error): Problem {
  if (error instanceof CheckoutProblem) return error.problem;
  const { status } = reportError(error, { during: 'a page of the checkout' });
  return status === 503 ? 'storeFull' : 'defect';
}
