import { html } from 'hono/html';
import type { Purchase } from '../../../domain/checkout/describe-purchase.ts';
import { isUnpaid } from '../../../domain/milestones/move-milestone.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import type { Page } from './page.ts';
import { shopAddress, shopLink } from './shop-link.ts';
import { summary } from './summary.ts';

/** Says that nothing is left to pay. */
export function paidPage(visit: BuyerVisit, purchase: Purchase): Page {
  const { paid } = visit.language.texts;
  const body = html`<h1>${paid.title}</h1>
    <div class="columns">
      ${summary(purchase, visit.language)}
      <div class="card">
        <p class="status done" role="status">${purchase.isReleased ? paid.released : paid.held}</p>
        <div class="actions">${shopLink(visit, 'primary')}</div>
      </div>
    </div>`;
  return { status: 200, title: paid.title, body };
}

/**
 * Takes the buyer back to the shop. A separate page, because a browser lets our forms lead only to our own pages (form-action),
 * through every redirect.
 */
export function returnPage(visit: BuyerVisit, { hasPendingTransfer }: { hasPendingTransfer: boolean }): Page {
  const { returning, closeWindow } = visit.language.texts;
  const unpaid = hasPendingTransfer ? returning.pending : returning.unpaid;
  const title = isUnpaid(visit.milestone.state) ? unpaid : returning.paid;
  const address = shopAddress(visit);
  const way = html`<p>${returning.intro}</p>
    <div class="actions"><a class="button primary" href="${address ?? ''}" rel="noreferrer">${returning.link}</a></div>`;
  const body = html`<h1>${title}</h1>
    <div class="card narrow">${address === undefined ? html`<p>${closeWindow}</p>` : way}</div>`;
  return { status: 200, title, body, goesOnTo: address };
}
