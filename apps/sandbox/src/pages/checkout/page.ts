import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Environment } from '../../http/answer.ts';
import { stylesheetPath } from './stylesheet.ts';
import { type Mistake, mistakeFields, statusOf, texts } from './texts.ts';
import { type BuyerVisit, basePath, type CheckoutVisit, type PageRequest } from './visit.ts';

/** A piece of a page, its texts escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A page without its frame. */
export interface Page {
  /** Its heading. */
  title: string;
  body: Html;
  /** Default: 200, or the status of the mistake. */
  status?: number;
  /** The mistake in the last form, which the page shows first and at its field. */
  mistake?: Mistake | undefined;
  /** The address to which the browser continues automatically. */
  goesOnTo?: string | undefined;
  /** Whether it has texts that people copy. */
  hasCodes?: boolean;
}

/** Frames a page: title and header. */
function framePage({ service }: PageRequest, { title, body, mistake, goesOnTo, hasCodes }: Page): Html {
  // Zero seconds is not a time limit for accessibility; any other delay would be.
  const refresh = goesOnTo === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${goesOnTo}" />`;
  // For screen readers, the mistake comes first.
  const prefix = mistake === undefined ? '' : `${texts.errorPrefix}: `;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    ${refresh}
    <title>${prefix}${title} · ${texts.checkout}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${basePath(service.publicUrl) + stylesheetPath}" />
  </head>
  <body>
    <header class="top">
      <p class="brand">${texts.checkout}</p>
      <p class="badge">${texts.testMode}</p>
    </header>
    <main>
      ${mistake === undefined ? '' : mistakeSummary(mistake)}
      <h1>${title}</h1>
      ${body}
    </main>
    <footer class="bottom">
      <p>${texts.testModeNote}</p>
    </footer>
    ${hasCodes ? html`<script data-copy="${texts.copy}" data-copied="${texts.copied}">${raw(copyScript)}</script>` : ''}
  </body>
</html>`;
}

/** The mistake with a link to its field. It takes the focus, so that it is read first. */
function mistakeSummary(mistake: Mistake): Html {
  const { errors } = texts;
  return html`<div class="errors" role="alert" aria-labelledby="errors-title" tabindex="-1" autofocus>
    <h2 id="errors-title">${errors.title}</h2>
    <p><a href="#${mistakeFields[mistake]}">${errors[mistake]}</a></p>
  </div>`;
}

/** A text that people copy, such as an IBAN. A page with one sets `hasCodes`. */
export function code(text: string): Html {
  return html`<bdi class="code" dir="ltr" translate="no">${text}</bdi>`;
}

/**
 * Adds a button after each code that copies it without its spaces. Where the browser does not allow that, as in a frame, the older way
 * copies the selected code. Without the script, the page lacks only the buttons.
 */
const copyScript = `
const { copy, copied } = document.currentScript.dataset;
for (const code of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'copy', textContent: copy, ariaLive: 'polite' });
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.replaceAll(/\\s/g, ''));
    } catch {
      getSelection().selectAllChildren(code);
      if (!document.execCommand('copy')) return;
    }
    button.textContent = copied;
  });
  code.after(' ', button);
}
`;

/** The script's source for a content security policy. */
const copyScriptSource = `'sha256-${createHash('sha256').update(copyScript).digest('base64')}'`;

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
  const status = page.status ?? (page.mistake ? statusOf(page.mistake) : 200);
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

/** Redirects to the page for the present state of the payment. `parameters` begin with `&`. */
export function respondCheckout({ context, checkout }: CheckoutVisit, parameters = ''): Response {
  return respondRedirect(context, checkout + parameters);
}

/** Redirects to the page that shows the mistake in a form, so that going back or reloading sends nothing again. */
export function respondMistake(visit: CheckoutVisit, mistake: Mistake, chosenMethod = ''): Response {
  const method = chosenMethod && `&method=${encodeURIComponent(chosenMethod)}`;
  return respondCheckout(visit, `&mistake=${mistake}${method}`);
}

/** Redirects to the page that returns the buyer to the shop. */
export function respondReturn({ context, checkout }: BuyerVisit): Response {
  return respondRedirect(context, checkout.replace('?', '/return?'));
}

function protect(context: Context<Environment>): void {
  context.header('cache-control', 'no-store');
  context.header('content-security-policy', contentPolicy);
  // With no-referrer a browser would send `Origin: null` for our own forms too.
  context.header('referrer-policy', 'same-origin');
  context.header('x-content-type-options', 'nosniff');
  context.header('vary', 'cookie, sec-fetch-dest');
}
