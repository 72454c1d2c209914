import { html } from 'hono/html';
import type { Purchase, Seller } from '../../../domain/checkout/describe-purchase.ts';
import { formatAmount, formatMoment } from '../texts/format.ts';
import type { LanguageDetails } from '../texts/language.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import type { Html } from './page.ts';

/** Shows the order, and beside it what there is to do. */
export function besideOrder({ language }: BuyerVisit, purchase: Purchase, content: Html): Html {
  return html`<div class="columns">${summary(purchase, language)} <div class="card">${content}</div></div>`;
}

function summary(purchase: Purchase, language: LanguageDetails): Html {
  const texts = language.texts.summary;
  const { title, contractTitle, description, organization } = purchase;
  return html`<section class="card summary" aria-labelledby="summary-title">
    <h2 id="summary-title">${texts.title}</h2>
    <p class="total"><span class="total-label">${texts.total}</span> <bdi class="total-amount">${formatAmount(language.locale, purchase)}</bdi></p>
    <dl>
      ${entry(texts.item, html`<bdi class="item">${title ?? texts.untitled}</bdi>`)}
      ${description ? entry(texts.description, html`<bdi class="description">${description}</bdi>`) : ''}
      ${contractTitle && contractTitle !== title ? entry(texts.contract, html`<bdi>${contractTitle}</bdi>`) : ''}
      ${purchase.sellers.length > 0 ? entry(texts.seller, sellers(purchase.sellers, language)) : ''}
      ${entry(texts.organization, html`<bdi>${organization}</bdi>`)}
      ${purchase.deadline === null ? '' : entry(texts.deadline, deadline(purchase.deadline, language))}
    </dl>
    ${purchase.isReleased ? '' : html`<p class="note">${texts.escrowNote}</p>`}
  </section>`;
}

/** A term with its content, in a `dl`. */
export function entry(term: string, content: Html): Html {
  return html`<div><dt>${term}</dt><dd>${content}</dd></div>`;
}

function sellers(list: Seller[], { texts, locale }: LanguageDetails): Html {
  const names = list.map(({ name, phoneEnding }) => name ?? texts.summary.namelessSeller(phoneEnding));
  return html`<bdi>${new Intl.ListFormat(locale).format(names)}</bdi>`;
}

function deadline(timestamp: string, { texts, locale }: LanguageDetails): Html {
  const moment = formatMoment(locale, timestamp);
  // An ISO 8601 form that browsers can't parse is shown as it was sent.
  if (moment === undefined) return html`<bdi>${timestamp}</bdi>`;
  return html`<time datetime="${timestamp}">${texts.summary.deadlineMoment(moment)}</time>`;
}
