import { html } from 'hono/html';
import { stylesheetAddress } from '../styles/stylesheet.ts';
import { type Language, languages } from '../texts/language.ts';
import { withParameter } from '../visit/links.ts';
import type { PageRequest } from '../visit/page-request.ts';
import type { Html, Page } from './page.ts';

/** Frames a page: language and direction, title, header, and the choice of the language. */
export function layout(request: PageRequest, { title, body, goesOnTo }: Page): Html {
  const { code, direction, texts } = request.language;
  // Zero seconds is not a time limit for accessibility; any other delay would be.
  const refresh = goesOnTo === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${goesOnTo}" />`;
  return html`<!doctype html>
<html lang="${code}" dir="${direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    ${refresh}
    <title>${title} · ${texts.checkout}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${stylesheetAddress(request.service.publicUrl)}" />
  </head>
  <body>
    <header class="top">
      <p class="brand">${lock()}<span>${texts.checkout}</span></p>
      <p class="badge">${texts.testMode}</p>
    </header>
    <main>${body}</main>
    <footer class="bottom">
      <p>${texts.testModeNote}</p>
      <nav aria-label="${texts.languages}">
        <ul class="languages">${(Object.keys(languages) as Language[]).map((other) => languageItem(request, other))}</ul>
      </nav>
    </footer>
  </body>
</html>`;
}

function languageItem({ address, language }: PageRequest, other: Language): Html {
  const { languageName } = languages[other].texts;
  if (other === language.code) return html`<li><span aria-current="true">${languageName}</span></li>`;
  const href = withParameter(address, 'language', other);
  return html`<li><a href="${href}" lang="${other}" hreflang="${other}">${languageName}</a></li>`;
}

function lock(): Html {
  return html`<svg class="lock" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    <path fill="currentColor" d="M12 2a5 5 0 0 0-5 5v3H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2h-1V7a5 5 0 0 0-5-5Zm3 8H9V7a3 3 0 0 1 6 0v3Z" />
  </svg>`;
}
