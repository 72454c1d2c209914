import { html } from 'hono/html';
import type { Purchase, Seller } from '../../../domain/checkout/describe-purchase.ts';
import { formatAmount, formatMoment } from '../texts/format.ts';
import { texts } from '../texts/texts.ts';
import type { Html } from './page.ts';

/** Shows the order, and beside it what there is to do. */
export function besideOrder(purchase: Purchase, content: Html): Html {
  return html`<div class="columns">${summary(purchase)} <div class="card">${content}</div></div>`;
}

function summary(purchase: Purchase): Html {
  const { title, contractTitle, description, organization } = purchase;
  return html`<section class="card summary" aria-labelledby="summary-title">
    <h2 id="summary-title">${texts.summary.title}</h2>
    <p class="total"><span class="total-label">${texts.summary.total}</span> <bdi class="total-amount">${formatAmount(purchase)}</bdi></p>
    <dl>
      ${entry(texts.summary.item, html`<bdi class="item">${title ?? texts.summary.untitled}</bdi>`)}
      ${description ? entry(texts.summary.description, html`<bdi class="description">${description}</bdi>`) : ''}
      ${contractTitle && contractTitle !== title ? entry(texts.summary.contract, html`<bdi>${contractTitle}</bdi>`) : ''}
      ${purchase.sellers.length > 0 ? entry(texts.summary.seller, sellers(purchase.sellers)) : ''}
      ${entry(texts.summary.organization, html`<bdi>${organization}</bdi>`)}
      ${purchase.deadline === null ? '' : entry(texts.summary.deadline, deadline(purchase.deadline))}
    </dl>
    ${purchase.isReleased ? '' : html`<p class="note">${texts.summary.escrowNote}</p>`}
  </section>`;
}

/** A term with its content, in a `dl`. */
export function entry(term: string, content: Html): Html {
  return html`<div><dt>${term}</dt><dd>${content}</dd></div>`;
}

function sellers(list: Seller[]): Html {
  const names = list.map(({ name, phoneEnding }) => name ?? texts.summary.namelessSeller(phoneEnding));
  return html`<bdi>${new Intl.ListFormat('en').format(names)}</bdi>`;
}

function deadline(timestamp: string): Html {
  const moment = formatMoment(timestamp);
  // An ISO 8601 form that browsers can't parse is shown as it was sent.
  if (moment === undefined) return html`<bdi>${timestamp}</bdi>`;
  return html`<time datetime="${timestamp}">${texts.summary.deadlineMoment(moment)}</time>`;
}
