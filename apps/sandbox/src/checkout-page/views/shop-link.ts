import { html } from 'hono/html';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import type { Html } from './page.ts';

/**
 * Where the buyer goes back to: what the last start of payment said, and nothing but a web page. It is shown to the buyer
 * alone, as it may tell of the order.
 */
export function shopAddress({ milestone }: BuyerVisit): string | undefined {
  const { redirectUrl } = milestone;
  const isWebPage = redirectUrl !== null && /^https?:$/.test(URL.parse(redirectUrl)?.protocol ?? '');
  return isWebPage ? redirectUrl : undefined;
}

/** The way back to the shop. */
export function shopLink(visit: BuyerVisit, look: 'primary' | 'secondary' | 'quiet' = 'secondary'): Html {
  const { texts } = visit.language;
  const address = shopAddress(visit);
  if (address === undefined) return html`<p>${texts.closeWindow}</p>`;
  const text = texts.backToShop(visit.tenant.settings.organizationName);
  return html`<a class="button ${look}" href="${address}" rel="noreferrer">${text}</a>`;
}
