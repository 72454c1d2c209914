import { html } from 'hono/html';
import type { Message } from '../shop/messages.ts';

/** HTML whose values are escaped. */
export type Html = ReturnType<typeof html>;

const shopName = 'Warsha';

export const page = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · ${shopName}</title>
    <link rel="stylesheet" href="/styles.css">
    <script type="module" src="/shop.js"></script>
  </head>
  <body>
    <header class="container">
      <nav aria-label="Shop">
        <ul><li><strong>${shopName}</strong></li></ul>
        <ul>
          <li><a href="/">Items</a></li>
          <li><a href="/orders">Your orders</a></li>
          <li><a href="/seller">Sell</a></li>
        </ul>
      </nav>
    </header>
    <main class="container">
      <h1 dir="auto">${title}</h1>
      ${content}
    </main>
    <footer class="container"><p>Made by hand, paid in escrow: the seller gets the money once you have what you ordered.</p>
      <p>Dates and times are those of Riyadh (UTC+3).</p></footer>
  </body>
</html>`;

/** An error message that screen readers announce at once. */
export const alert = (title: string, lines: string[] = []): Html => html`
  <div class="alert" role="alert">
    <p><strong>${title}</strong></p>
    ${lines.length > 0 && html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`}
  </div>`;

export const section = (title: string, content: Html): Html => html`
  <section aria-label="${title}">
    <h2>${title}</h2>
    ${content}
  </section>`;

/** A list, or a sentence if it is empty. */
export const list = (look: 'cards' | 'rows', items: Html[], otherwise: Html): Html =>
  items.length > 0 ? html`<ul class="${look}">${items}</ul>` : html`<p>${otherwise}</p>`;

const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Riyadh' });

/** Shows an ISO 8601 time in Riyadh's time zone, which the footer names. */
export const moment = (iso: string): Html => html`<time datetime="${iso}">${moments.format(new Date(iso))}</time>`;

export const messageItem = ({ text, sentAt }: Message): Html =>
  html`<li><span dir="auto">${text}</span> ${moment(sentAt)}</li>`;
