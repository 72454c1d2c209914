import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { readCredential } from '../../domain/checkout/checkout-url.ts';
import type { Environment } from '../../http/environment.ts';
import { reportError } from '../../http/report-error.ts';
import type { PagesContext } from '../pages-context.ts';
import { openWithCredential } from './open-page.ts';
import { respondPage, respondRedirect } from './show/respond.ts';
import { currentPage, findBuyerPayment } from './show/show-page.ts';
import { takeStep } from './steps/take-step.ts';
import { stylesheet, stylesheetPath } from './styles/stylesheet.ts';
import { toLanguage } from './texts/language.ts';
import type { Problem } from './texts/problem.ts';
import { returnPage } from './views/end-pages.ts';
import type { Html } from './views/page.ts';
import { problemPage } from './views/problem-page.ts';
import { visitorsShopLink } from './views/shop-link.ts';
import { CheckoutProblem } from './visit/checkout-problem.ts';
import { findVisit, isBuyerVisit } from './visit/checkout-visit.ts';
import { setPageCookie } from './visit/cookies.ts';
import { languageCookie, type PageRequest, readPageRequest } from './visit/page-request.ts';

/** A year, the usual maximum of caches. */
const stylesheetAgeInSeconds = 31_536_000;

/** Routes the hosted checkout, the page at the URL that starting a payment returns (PAY-1). */
export function routeCheckoutPage(app: Hono<Environment>, service: PagesContext): void {
  const pages = new Hono<Environment>();
  pages.get(stylesheetPath, serveStylesheet);
  pages.get('/checkout/external/:shortId', (context) => open(readPageRequest(service, context)));
  pages.post('/checkout/external/:shortId', async (context) =>
    takeStep(await findVisit(readPageRequest(service, context))),
  );
  pages.get('/checkout/external/:shortId/return', (context) => goBack(readPageRequest(service, context)));
  pages.all('/checkout/external/:shortId', (context) => refuseMethod(context, 'GET, POST'));
  pages.all('/checkout/external/:shortId/return', (context) => refuseMethod(context, 'GET'));
  pages.all('/checkout/*', (context) => refusePath(readPageRequest(service, context)));
  pages.onError((error, context) => answerError(readPageRequest(service, context), error));
  app.route('/', pages);
}

function serveStylesheet(context: Context<Environment>): Response {
  context.header('cache-control', `public, max-age=${stylesheetAgeInSeconds}, immutable`);
  context.header('x-content-type-options', 'nosniff');
  return context.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' });
}

function refuseMethod(context: Context<Environment>, allowedMethods: string): never {
  context.header('allow', allowedMethods);
  throw new CheckoutProblem('methodNotAllowed');
}

async function open(request: PageRequest): Promise<Response> {
  const { context, address, service } = request;
  const url = new URL(context.req.url);
  const credential = readCredential(url);
  if (credential && isPreview(context)) return respondRedirect(context, address);
  const language = toLanguage(url.searchParams.get('language') ?? undefined);
  if (language) setPageCookie(context, languageCookie(service), language);
  const visit = await findVisit(request).catch((error: unknown) => {
    // The address of the problem page has no ticket either.
    if (error instanceof CheckoutProblem && (credential || language)) return undefined;
    throw error;
  });
  if (!visit) return respondRedirect(context, address);
  if (credential) return openWithCredential(visit, credential);
  return language ? respondRedirect(context, visit.address) : respondPage(visit, await currentPage(visit));
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

async function answerError(request: PageRequest, error: Error): Promise<Response> {
  const problem = problemOf(request.service, error);
  const openAgain = html`<a class="button primary" href="${request.address}"${problem === 'cookiesBlocked' ? html` target="_blank" rel="noopener"` : ''}>${
    request.language.texts[problem === 'cookiesBlocked' ? 'openInNewWindow' : 'openAgain']
  }</a>`;
  if (!canBeRepeated(problem)) return respondPage(request, problemPage(request, problem));
  const actions = html`${openAgain} ${await wayBack(request, error)}`;
  return respondPage(request, problemPage(request, problem, actions));
}

/** After an internal error, the payment is not read again. */
async function wayBack(request: PageRequest, error: Error): Promise<Html | ''> {
  if (!(error instanceof CheckoutProblem)) return '';
  try {
    return visitorsShopLink(await findVisit(request));
  } catch (cause) {
    if (!(cause instanceof CheckoutProblem)) reportError(request.service, cause, { during: 'a page of the checkout' });
    return '';
  }
}

function problemOf(service: PagesContext, error: Error): Problem {
  if (error instanceof CheckoutProblem) return error.problem;
  return reportError(service, error, { during: 'a page of the checkout' }).status === 503
    ? 'storeUnreachable'
    : 'defect';
}

/** Whether opening the address again may help: not if the address itself is wrong. */
function canBeRepeated(problem: Problem): boolean {
  return !['linkIncomplete', 'foreignClient', 'unknownPayment'].includes(problem);
}
