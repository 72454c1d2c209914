import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { readCredential } from '../../domain/checkout/checkout-url.ts';
import type { Environment } from '../../http/answer.ts';
import { reportError } from '../../http/report-error.ts';
import type { PagesContext } from '../pages-context.ts';
import { openWithCredential } from './open-page.ts';
import { respondPage, respondRedirect } from './show/respond.ts';
import { currentPage, findBuyerPayment } from './show/show-page.ts';
import { takeStep } from './steps/take-step.ts';
import { CheckoutProblem, type Problem } from './texts/problem.ts';
import { texts } from './texts/texts.ts';
import { problemPage, returnPage } from './views/buyer-pages.ts';
import type { Html } from './views/page.ts';
import { visitorsShopLink } from './views/shop-link.ts';
import { stylesheet, stylesheetPath } from './views/stylesheet.ts';
import { findVisit, isBuyerVisit } from './visit/checkout-visit.ts';
import { type PageRequest, readPageRequest } from './visit/page-request.ts';

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
  pages.post('/checkout/external/:shortId', async (context) =>
    takeStep(await findVisit(readPageRequest(service, context))),
  );
  pages.get('/checkout/external/:shortId/return', (context) => goBack(readPageRequest(service, context)));
  pages.all('/checkout/*', (context) => refusePath(readPageRequest(service, context)));
  pages.onError((error, context) => answerError(readPageRequest(service, context), error));
  app.route('/', pages);
}

async function open(request: PageRequest): Promise<Response> {
  const { context, address } = request;
  const credential = readCredential(new URL(context.req.url));
  if (credential && isPreview(context)) return respondRedirect(context, address);
  const visit = await findVisit(request).catch((error: unknown) => {
    // The address of the problem page has no ticket either.
    if (error instanceof CheckoutProblem && credential) return undefined;
    throw error;
  });
  if (!visit) return respondRedirect(context, address);
  return credential ? openWithCredential(visit, credential) : respondPage(visit, await currentPage(visit));
}

function refusePath({ context, address }: PageRequest): Response {
  if (!readCredential(new URL(context.req.url))) throw new CheckoutProblem('unknownPayment');
  return respondRedirect(context, address);
}

/** Whether a browser only previews or prefetches the page, which uses up no ticket. */
function isPreview({ req }: Context<Environment>): boolean {
  return req.method === 'HEAD' || /prefetch|prerender/.test(req.header('sec-purpose') ?? req.header('purpose') ?? '');
}

async function goBack(request: PageRequest): Promise<Response> {
  const visit = await findVisit(request);
  if (!isBuyerVisit(visit)) return respondRedirect(request.context, visit.links.checkout);
  const payment = await findBuyerPayment(visit);
  return respondPage(visit, returnPage(visit, { hasPendingTransfer: payment?.state === 'PENDING' }));
}

/** Problems of the address itself: opening it again does not help. */
const hopeless: Problem[] = ['linkIncomplete', 'foreignClient', 'unknownPayment'];

async function answerError(request: PageRequest, error: Error): Promise<Response> {
  const problem = problemOf(error);
  if (hopeless.includes(problem)) return respondPage(request, problemPage(problem));
  const openAgain =
    problem === 'cookiesBlocked'
      ? html`<a class="button primary" href="${request.address}" target="_blank" rel="noopener">${texts.openInNewWindow}</a>`
      : html`<a class="button primary" href="${request.address}">${texts.openAgain}</a>`;
  const actions = html`${openAgain} ${await wayBack(request, error)}`;
  return respondPage(request, problemPage(problem, actions));
}

/** After an internal error, the payment is not read again. */
async function wayBack(request: PageRequest, error: Error): Promise<Html | ''> {
  return error instanceof CheckoutProblem ? visitorsShopLink(await findVisit(request)) : '';
}

function problemOf(error: Error): Problem {
  if (error instanceof CheckoutProblem) return error.problem;
  const { status } = reportError(error, { during: 'a page of the checkout' });
  return status === 503 ? 'storeFull' : 'defect';
}
