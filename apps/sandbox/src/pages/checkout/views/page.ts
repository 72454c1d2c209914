import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { type Mistake, mistakes } from '../texts/problem.ts';
import { texts } from '../texts/texts.ts';
import { basePath } from '../visit/links.ts';
import type { PageRequest } from '../visit/page-request.ts';
import { copyScript } from './copy-script.ts';
import { stylesheetPath } from './stylesheet.ts';

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
export function framePage({ service }: PageRequest, { title, body, mistake, goesOnTo, hasCodes }: Page): Html {
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
    ${hasCodes ? copyScript() : ''}
  </body>
</html>`;
}

/** The mistake with a link to its field. It takes the focus, so that it is read first. */
function mistakeSummary(mistake: Mistake): Html {
  const { errors } = texts;
  return html`<div class="errors" role="alert" aria-labelledby="errors-title" tabindex="-1" autofocus>
    <h2 id="errors-title">${errors.title}</h2>
    <p><a href="#${mistakes[mistake].field}">${errors[mistake]}</a></p>
  </div>`;
}
