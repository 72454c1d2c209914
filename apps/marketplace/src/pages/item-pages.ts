import { isEscrowError } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { placeOrder } from '../orders/place-order.ts';
import { findItem, findItems, type Item } from '../sellers/item.ts';
import { inRiyals } from '../shop/money.ts';
import { type Shop, ShopError } from '../shop/shop.ts';
import { createdId, readId } from './created-id.ts';
import { alertAboutForm, type FormValues, formToken, personFields, readForm } from './forms.ts';
import { type Html, list, page } from './layout.ts';
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

  routes.get('/items/:itemId', async (context) => context.html(itemPage(await itemOf(context), shop.exampleBuyer)));

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

const itemsPage = (items: Item[]): Html =>
  page(
    'Made by hand',
    html`<p>Furniture and more, made to order. A deposit before the work, the rest before the delivery.</p>
    ${list('cards', items.map(itemCard), html`No items yet. <a href="/seller">Be the first to sell.</a>`)}`,
  );

const itemCard = ({ id, title, sellerName, deposit, rest }: Item): Html => html`
  <li class="card">
    <h2 dir="auto"><a href="/items/${id}">${title}</a></h2>
    <p class="muted">by <bdi>${sellerName}</bdi></p>
    <p>${inRiyals(deposit + rest)}</p>
  </li>`;

/** @param form The buyer's input, shown again with the problem. */
const itemPage = (item: Item, form: FormValues = {}, problem?: Html): Html =>
  page(
    item.title,
    html`${problem}
    <div class="grid">
      <section class="card" aria-label="The item">
        <p dir="auto">${item.description}</p>
        <p class="muted">by <bdi>${item.sellerName}</bdi></p>
        <dl class="amounts">
          <div><dt>Deposit, before the work</dt><dd>${inRiyals(item.deposit)}</dd></div>
          <div><dt>Rest, before the delivery</dt><dd>${inRiyals(item.rest)}</dd></div>
          <div><dt>Together</dt><dd>${inRiyals(item.deposit + item.rest)}</dd></div>
        </dl>
      </section>
      <form class="card" method="post" action="/items/${item.id}/orders">
        <h2>Order it</h2>
        ${formToken(form)}
        ${personFields(form)}
        <button>Order</button>
      </form>
    </div>`,
  );
