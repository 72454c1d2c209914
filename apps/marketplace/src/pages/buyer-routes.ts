import { isEscrowError } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { openOrder } from '../orders/open-order.ts';
import { findOrder, findOrdersOfBuyer, isPart, type Order, type Part } from '../orders/order.ts';
import { placeOrder } from '../orders/place-order.ts';
import { checkoutWithSignIn, checkoutWithTicket, returnPath } from '../payments/start-checkout.ts';
import { findItem, findItems, type Item } from '../sellers/item.ts';
import { inWords, type Shop } from '../shop.ts';
import { ShopError } from '../shop-error.ts';
import { itemPage, itemsPage } from './item-views.ts';
import { alert } from './layout.ts';
import { consentPage, orderPage, ordersPage, waitingPage } from './order-views.ts';
import { correctionsOf, problemOf } from './problems.ts';
import { readForm } from './read-form.ts';
import type { Visited } from './visitor.ts';

/** From the first look at an item to the last payment. */
export function buyerRoutes(shop: Shop): Hono<Visited> {
  const { storage, config } = shop;
  const { sdkUrl } = config.escrow;

  async function itemOf(context: Context<Visited>): Promise<Item> {
    const item = await findItem(storage, context.req.param('itemId') ?? '');
    if (!item) throw new ShopError('not_found', 'There is no such item.');
    return item;
  }

  async function orderOf(context: Context<Visited>): Promise<Order> {
    const order = await findOrder(storage, context.req.param('orderId') ?? '');
    if (!order) throw new ShopError('not_found', 'There is no such order.');
    const isOwn = order.buyerId === context.var.visitorId;
    if (!isOwn) throw new ShopError('not_yours', 'This order was placed in another browser.');
    return order;
  }

  function partOf(context: Context<Visited>): Part {
    const part = context.req.param('part') ?? '';
    if (!isPart(part)) throw new ShopError('not_found', 'There is no such payment.');
    return part;
  }

  return (
    new Hono<Visited>()
      .get('/', async (context) => context.html(itemsPage(await findItems(storage))))
      .get('/items/:itemId', async (context) => context.html(itemPage(await itemOf(context))))

      .post('/items/:itemId/orders', async (context) => {
        const item = await itemOf(context);
        const form = await readForm(context, ['firstName', 'lastName', 'phone']);
        try {
          const orderId = await placeOrder(shop, item, { id: context.var.visitorId, ...form });
          return context.redirect(`/orders/${orderId}`, 303);
        } catch (error) {
          if (!isEscrowError(error)) throw error;
          const { status, text } = problemOf(error);
          return context.html(itemPage(item, form, alert(text, correctionsOf(error))), status);
        }
      })

      .get('/orders', async (context) =>
        context.html(ordersPage(await findOrdersOfBuyer(storage, context.var.visitorId))),
      )
      .get('/orders/:orderId', async (context) => context.html(orderPage(await orderOf(context), { sdkUrl })))

      .post('/orders/:orderId/open', async (context) => {
        const order = await orderOf(context);
        try {
          await openOrder(shop, order.id);
          return context.redirect(`/orders/${order.id}`, 303);
        } catch (error) {
          if (!isEscrowError(error)) throw error;
          shop.log(`order ${order.id}: ${inWords(error)}`);
          const { status, text } = problemOf(error);
          return context.html(orderPage(order, { sdkUrl, problem: text }), status);
        }
      })

      // The way to the checkout by redirect.
      .post('/orders/:orderId/payments/:part/checkout', async (context) => {
        const [order, part] = [await orderOf(context), partOf(context)];
        try {
          return context.redirect(await checkoutWithTicket(shop, order, part), 303);
        } catch (error) {
          if (!isEscrowError(error)) throw error;
          if (error.code === 'consent_rejected') return context.redirect(`${returnPath(order.id, part)}/consent`, 303);
          shop.log(`order ${order.id}: ${inWords(error)}`);
          const { status, text } = problemOf(error);
          return context.html(orderPage(order, { sdkUrl, problem: text }), status);
        }
      })

      // The same for the script of the page, which shows the checkout in a modal.
      .post('/orders/:orderId/payments/:part/modal', async (context) => {
        const [order, part] = [await orderOf(context), partOf(context)];
        try {
          return context.json({ paymentUrl: await checkoutWithTicket(shop, order, part) });
        } catch (error) {
          if (isEscrowError(error, 'consent_rejected')) {
            return context.json({ goTo: `${returnPath(order.id, part)}/consent` });
          }
          shop.log(`order ${order.id}: ${inWords(error)}`);
          const { status, text } = problemOf(error);
          return context.json({ problem: text }, status);
        }
      })

      .get('/orders/:orderId/payments/:part/consent', async (context) =>
        context.html(consentPage(await orderOf(context), partOf(context))),
      )
      .post('/orders/:orderId/payments/:part/consent', async (context) =>
        context.redirect(await checkoutWithSignIn(shop, await orderOf(context), partOf(context)), 303),
      )

      // The checkout sends every buyer back to here, paid or not.
      .get('/orders/:orderId/payments/:part', async (context) => {
        const [order, part] = [await orderOf(context), partOf(context)];
        if (order.payments[part].state !== 'WAITING') return context.redirect(`/orders/${order.id}`, 303);
        return context.html(waitingPage(order, part));
      })
      .get('/orders/:orderId/payments/:part/state', async (context) => {
        const order = await orderOf(context);
        return context.json({ isWaiting: order.payments[partOf(context)].state === 'WAITING' });
      })
  );
}
