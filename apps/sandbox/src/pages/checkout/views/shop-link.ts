import { html } from 'hono/html';
import { canReturnTo } from '../../../domain/checkout/return-address.ts';
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
export function shopLink(visit: BuyerVisit, look: 'primary' | 'secondary' | 'quiet' = 'secondary'): Html {
  const { texts } = visit.language;
  const address = shopAddress(visit);
  if (address === undefined) return html`<p>${texts.closeWindow}</p>`;
  return link(visit, { address, look });
}

/**
 * The way back to the shop. The buyer gets to the order, anybody else to the start page of the same site, which reveals nothing
 * about the order. Not needed in a frame, which the shop's page surrounds.
 */
export function visitorsShopLink(visit: CheckoutVisit): Html | '' {
  if (isBuyerVisit(visit)) return shopLink(visit);
  const address = shopAddress(visit);
  if (address === undefined || visit.isFramed) return '';
  const { protocol, origin } = new URL(address);
  // The address of an app has no start page.
  if (!/^https?:$/.test(protocol)) return '';
  return link(visit, { address: `${origin}/`, look: 'quiet' });
}

function link(
  { tenant, language: { texts } }: CheckoutVisit,
  { address, look }: { address: string; look: string },
): Html {
  const text = texts.backToShop(tenant.settings.organizationName);
  return html`<a class="button ${look}" href="${address}" rel="noreferrer">${text}</a>`;
}
