import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Environment } from '../../../http/answer.ts';
import { type Mistake, mistakes } from '../texts/problem.ts';
import { copyScriptSource } from '../views/copy-script.ts';
import { framePage, type Page } from '../views/page.ts';
import type { CheckoutVisit } from '../visit/checkout-visit.ts';
import { withParameter } from '../visit/links.ts';
import type { PageRequest } from '../visit/page-request.ts';

/**
 * What a page may do: use our stylesheet, and send forms to us. No script runs, even if a title contains one, but ours that copies a
 * code, on the pages that have one.
 *
 * Any web page may show the checkout in a frame, because any site may be a shop. A page that tricks the buyer gains nothing:
 * the session's cookie is partitioned, so a frame of that page has no session.
 */
const contentPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors http: https:";

/** The wait after too many codes, in seconds. */
const waitInSeconds = 15 * 60;

/** Sends a page. It is not cached, so that going back loads the present state. */
export async function respondPage(request: PageRequest, page: Page): Promise<Response> {
  const { context } = request;
  const status = page.status ?? (page.mistake ? mistakes[page.mistake].status : 200);
  protect(context);
  if (page.hasCodes) context.header('content-security-policy', `${contentPolicy}; script-src ${copyScriptSource}`);
  if (status === 429) context.header('retry-after', String(waitInSeconds));
  return context.html(await framePage(request, page), status as ContentfulStatusCode);
}

/** Redirects to a GET, so that a reload does not send the form again. */
export function respondRedirect(context: Context<Environment>, address: string): Response {
  protect(context);
  // The referring address may hold a ticket.
  context.header('referrer-policy', 'no-referrer');
  return context.redirect(address, 303);
}

/** Redirects to the page that shows the mistake in a form, so that going back or reloading sends nothing again. */
export function respondMistake({ context, links }: CheckoutVisit, mistake: Mistake, chosenMethod?: string): Response {
  const address = withParameter(links.checkout, 'mistake', mistake);
  return respondRedirect(context, chosenMethod ? withParameter(address, 'method', chosenMethod) : address);
}

function protect(context: Context<Environment>): void {
  context.header('cache-control', 'no-store');
  context.header('content-security-policy', contentPolicy);
  // With no-referrer a browser would send `Origin: null` for our own forms too.
  context.header('referrer-policy', 'same-origin');
  context.header('x-content-type-options', 'nosniff');
  context.header('vary', 'cookie, sec-fetch-dest');
}
