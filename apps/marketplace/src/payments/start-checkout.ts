import { isEscrowError } from '@escrow-kit/client';
import { findOrder, type Order, openedCheckout, type Part } from '../orders/order.ts';
import { type Shop, ShopError } from '../shop/shop.ts';

/** The payment that is due now; undefined if there is none. */
export function payablePart({ state }: Order): Part | undefined {
  if (state === 'OPEN') return 'deposit';
  return state === 'DEPOSIT_PAID' ? 'rest' : undefined;
}

/** The path of the page that waits for a payment, where the buyer returns from the checkout. */
export const returnPath = (orderId: string, part: Part): string => `/orders/${orderId}/payments/${part}`;

/**
 * Returns the address to redirect the buyer to at once. It holds a ticket, so do not log or store it.
 * @throws EscrowError with the code `consent_rejected` if the buyer declined: see `checkoutWithoutTicket`.
 */
export async function checkoutWithTicket(shop: Shop, order: Order, part: Part): Promise<string> {
  const payment = await prepare(shop, order, part);
  const { redirectUrl } = await shop.escrow.flows.checkout({ ...payment, buyer: order.buyerPhone });
  return redirectUrl.reveal();
}

/** Returns the address where the buyer pays: the checkout or, after declining, the page that asks to agree again. Do not store it. */
export async function addressToPay(shop: Shop, order: Order, part: Part): Promise<string> {
  try {
    return await checkoutWithTicket(shop, order, part);
  } catch (error) {
    if (!isEscrowError(error, 'consent_rejected')) throw error;
    return `${returnPath(order.id, part)}/consent`;
  }
}

/** Returns the address where a new order's deposit is paid, or else the order's page, such as if its contract could not be opened. */
export async function depositAddress(shop: Shop, orderId: string): Promise<string> {
  const order = await findOrder(shop.storage, orderId);
  return order?.state === 'OPEN' ? addressToPay(shop, order, 'deposit') : `/orders/${orderId}`;
}

/** Returns the checkout's address without a ticket, for a buyer who declined: signing in there grants the consent again. */
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
  // Before the redirect, so that the operator sees a missing event if the webhook never comes.
  await storage.write([openedCheckout(order.id, part, now().toISOString())]);
  return { milestoneId, returnUrl: `${url}${returnPath(order.id, part)}` };
}
