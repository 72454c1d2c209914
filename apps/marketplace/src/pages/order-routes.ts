import { isEscrowError } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { openOrder } from '../orders/open-order.ts';
import { findOrder, findOrders, isPart, type Order, type Part } from '../orders/order.ts';
import { checkoutWithoutTicket, checkoutWithTicket, returnPath } from '../payments/start-checkout.ts';
import type { Shop } from '../shop/shop.ts';
import { ShopError } from '../shop/shop-error.ts';
import { readId } from './created-id.ts';
import { consentPage, orderPage, ordersPage, unpaidPage, waitingPage } from './order-views.ts';
import type { Visited } from './visitor.ts';

const paymentPath = '/orders/:orderId/payments/:part';

/** How long a buyer who came back waits for the webhook before the page says that no payment came. */
const confirmationInMs = 60_000;

/** The buyer's orders, and paying them. */
export function orderRoutes(shop: Shop): Hono<Visited> {
  const routes = new Hono<Visited>();
  const { sdkUrl } = shop.config;

  async function orderOf(context: Context<Visited>): Promise<Order> {
    const order = await findOrder(shop.storage, readId(context, 'orderId'));
    if (!order) throw new ShopError('not_found', 'There is no such order.');
    if (order.buyerId !== context.var.visitorId) {
      throw new ShopError('not_yours', 'This order was placed in another browser.');
    }
    return order;
  }

  function partOf(context: Context): Part {
    const part = context.req.param('part') ?? '';
    if (!isPart(part)) throw new ShopError('not_found', 'There is no such payment.');
    return part;
  }

  routes.get('/orders', async (context) =>
    context.html(ordersPage(await findOrders(shop.storage, 'buyerId', context.var.visitorId))),
  );

  routes.get('/orders/:orderId', async (context) => context.html(orderPage(await orderOf(context), sdkUrl)));

  routes.post('/orders/:orderId/open', async (context) => {
    const { id } = await orderOf(context);
    await openOrder(shop, id);
    return context.redirect(`/orders/${id}`, 303);
  });

  // The service documents a redirect for a ticket.
  routes.post(`${paymentPath}/checkout`, async (context) => {
    const [order, part] = [await orderOf(context), partOf(context)];
    try {
      return context.redirect(await checkoutWithTicket(shop, order, part), 303);
    } catch (error) {
      if (!isEscrowError(error, 'consent_rejected')) throw error;
      return context.redirect(`${returnPath(order.id, part)}/consent`, 303);
    }
  });

  // For the script that shows the checkout in a modal. If this fails, the script submits the form above.
  routes.post(`${paymentPath}/modal`, async (context) =>
    context.json({ paymentUrl: await checkoutWithTicket(shop, await orderOf(context), partOf(context)) }),
  );

  routes.get(`${paymentPath}/consent`, async (context) =>
    context.html(consentPage(await orderOf(context), partOf(context))),
  );

  routes.post(`${paymentPath}/consent`, async (context) =>
    context.redirect(await checkoutWithoutTicket(shop, await orderOf(context), partOf(context)), 303),
  );

  // The checkout sends every buyer back here, paid or not. From a frame the request has no cookie and is refused; the
  // modal's script then opens this address in the page itself.
  routes.get(paymentPath, async (context) => {
    const [order, part] = [await orderOf(context), partOf(context)];
    if (order.payments[part].state !== 'WAITING') return context.redirect(`/orders/${order.id}`, 303);
    const now = shop.now().getTime();
    // The address holds the time, so that a reload does not start the wait again.
    const cameBackAt = context.req.query('cameBackAt');
    if (!cameBackAt) return context.redirect(`${returnPath(order.id, part)}?cameBackAt=${now}`, 303);
    // A visitor can edit the address, and another process's clock may be ahead: nobody waits longer.
    const remainingInMs = Math.min(Number(cameBackAt) + confirmationInMs - now, confirmationInMs);
    return context.html(remainingInMs > 0 ? waitingPage(order, part, remainingInMs) : unpaidPage(order, part, sdkUrl));
  });

  routes.get(`${paymentPath}/state`, async (context) => {
    const { payments } = await orderOf(context);
    return context.json({ isWaiting: payments[partOf(context)].state === 'WAITING' });
  });

  return routes;
}
