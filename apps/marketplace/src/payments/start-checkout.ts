import { type Order, openedCheckout, type Part } from '../orders/order.ts';
import type { Shop } from '../shop/shop.ts';
import { ShopError } from '../shop/shop-error.ts';

/** The payment that the buyer may make now; undefined if there is none. */
export function payablePart({ state }: Order): Part | undefined {
  if (state === 'OPEN') return 'deposit';
  return state === 'DEPOSIT_PAID' ? 'rest' : undefined;
}

/** The page that waits for a payment, to which the checkout sends the buyer back. */
export const returnPath = (orderId: string, part: Part): string => `/orders/${orderId}/payments/${part}`;

/**
 * Where to send the buyer's browser, now: the address holds a ticket, so it is neither logged nor saved.
 * @throws EscrowError with the code `consent_rejected` if the buyer declined: see `checkoutWithoutTicket`.
 */
export async function checkoutWithTicket(shop: Shop, order: Order, part: Part): Promise<string> {
  const payment = await prepare(shop, order, part);
  const { redirectUrl } = await shop.escrow.flows.checkout({ ...payment, buyer: order.buyerPhone });
  return redirectUrl.reveal();
}

/** The checkout without a ticket, which no buyer gets who declined: there they sign in, and by that give the consent again. */
export async function checkoutWithoutTicket(shop: Shop, order: Order, part: Part): Promise<string> {
  const { milestoneId, returnUrl } = await prepare(shop, order, part);
  const { checkoutUrl } = await shop.escrow.payments.start({ milestoneId, redirectUrl: returnUrl });
  return checkoutUrl;
}

async function prepare({ storage, url, now }: Shop, order: Order, part: Part) {
  const { milestoneId } = order.payments[part];
  if (payablePart(order) !== part || !milestoneId) {
    throw new ShopError('not_payable', 'This payment is made already, or another one comes first.');
  }
  // Before the buyer goes: should the webhook never come, the operator sees that one is missing.
  await storage.write([openedCheckout(order.id, part, now().toISOString())]);
  return { milestoneId, returnUrl: `${url}${returnPath(order.id, part)}` };
}
