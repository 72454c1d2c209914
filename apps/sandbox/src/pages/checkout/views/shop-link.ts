import { html } from 'hono/html';
import { canReturnTo } from '../../../domain/checkout/return-address.ts';
import { texts } from '../texts/texts.ts';
import { type BuyerVisit, type CheckoutVisit, isBuyerVisit } from '../visit/checkout-visit.ts';
import type { Html } from './page.ts';

/**
 * The address to which the buyer returns, from the last start of payment; never one that could do harm. Only the buyer may see it,
 * because it may reveal the order.
 */
export function shopAddress({ milestone: { redirectUrl } }: CheckoutVisit): string | undefined {
  return redirectUrl !== null && canReturnTo(redirectUrl) ? redirectUrl : undefined;
}

/** The way back to the shop. */
export function shopLink(visit: BuyerVisit, look: 'primary' | 'secondary' = 'secondary'): Html {
  const address = shopAddress(visit);
  return address === undefined ? html`<p>${texts.closeWindow}</p>` : link(visit, { address, look });
}

/**
 * The way back to the shop. The buyer gets to the order, anybody else to the start page of the same site, which reveals nothing
 * about the order.
 */
export function visitorsShopLink(visit: CheckoutVisit): Html | '' {
  if (isBuyerVisit(visit)) return shopLink(visit);
  const { protocol, origin } = URL.parse(shopAddress(visit) ?? '') ?? {};
  // The address of an app has no start page.
  if (!/^https?:$/.test(protocol ?? '')) return '';
  return link(visit, { address: `${origin}/`, look: 'quiet' });
}

function link({ tenant }: CheckoutVisit, { address, look }: { address: string; look: string }): Html {
  const text = texts.backToShop(tenant.settings.organizationName);
  return html`<a class="button ${look}" href="${address}" rel="noreferrer">${text}</a>`;
}
