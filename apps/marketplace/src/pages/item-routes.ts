import { isEscrowError } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { placeOrder } from '../orders/place-order.ts';
import { findItem, findItems, type Item } from '../sellers/item.ts';
import type { Shop } from '../shop/shop.ts';
import { ShopError } from '../shop/shop-error.ts';
import { createdId, readId } from './created-id.ts';
import { alertAboutForm, readForm } from './forms.ts';
import { itemPage, itemsPage } from './item-views.ts';
import { alertAbout, problemOfForm } from './problems.ts';
import type { Visited } from './visitor.ts';

/** The pages of the items, and ordering one. */
export function itemRoutes(shop: Shop): Hono<Visited> {
  const routes = new Hono<Visited>();

  async function itemOf(context: Context): Promise<Item> {
    const item = await findItem(shop.storage, readId(context, 'itemId'));
    if (!item) throw new ShopError('not_found', 'There is no such item.');
    return item;
  }

  routes.get('/', async (context) => context.html(itemsPage(await findItems(shop.storage))));

  routes.get('/items/:itemId', async (context) => context.html(itemPage(await itemOf(context))));

  routes.post('/items/:itemId/orders', async (context) => {
    const item = await itemOf(context);
    const { form, problems } = await readForm(context, ['formToken', 'firstName', 'lastName', 'phone']);
    if (problems.length > 0) return context.html(itemPage(item, form, alertAboutForm(problems)), 400);
    const buyerId = context.var.visitorId;
    const orderId = createdId(shop, form.formToken, [
      'order',
      buyerId,
      item.id,
      form.firstName,
      form.lastName,
      form.phone,
    ]);
    try {
      await placeOrder(shop, item, { ...form, orderId, buyerId });
      return context.redirect(`/orders/${orderId}`, 303);
    } catch (error) {
      if (!isEscrowError(error)) throw error;
      return context.html(itemPage(item, form, alertAbout(error)), problemOfForm(error).status);
    }
  });

  return routes;
}
