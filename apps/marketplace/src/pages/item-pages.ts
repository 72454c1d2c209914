import { isEscrowError } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { placeOrder } from '../orders/place-order.ts';
import { depositAddress } from '../payments/start-checkout.ts';
import { findItem, findItems, type Item } from '../sellers/item.ts';
import { inRiyals } from '../shop/money.ts';
import { type Shop, ShopError } from '../shop/shop.ts';
import { createdId, readId } from './created-id.ts';
import { alertAboutForm, type FormValues, formToken, hidden, personFields, readForm } from './forms.ts';
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

  /** Orders an item, and redirects the buyer to where `next` leads. A form that cannot be accepted is shown again. */
  async function orderItem(context: Context<Visited>, next: (orderId: string) => Promise<string>): Promise<Response> {
    const item = await itemOf(context);
    const { form, problems } = await readForm(context, ['formToken', 'firstName', 'lastName', 'phone']);
    if (problems.length > 0) return context.html(itemPage(item, form, alertAboutForm(problems)), 400);
    const { formToken, firstName, lastName, phone } = form;
    const buyerId = context.var.visitorId;
    const orderId = createdId(shop, formToken, ['order', buyerId, item.id, firstName, lastName, phone]);
    try {
      await placeOrder(shop, item, { ...form, orderId, buyerId });
    } catch (error) {
      if (!isEscrowError(error)) throw error;
      return context.html(itemPage(item, form, alertAbout(error)), problemOfForm(error).status);
    }
    return context.redirect(await next(orderId), 303);
  }

  routes.get('/', async (context) => context.html(itemsPage(await findItems(shop.storage), shop.exampleBuyer)));

  routes.get('/items/:itemId', async (context) => context.html(itemPage(await itemOf(context), shop.exampleBuyer)));

  routes.post('/items/:itemId/orders', (context) => orderItem(context, async (orderId) => `/orders/${orderId}`));

  routes.post('/items/:itemId/purchases', (context) => orderItem(context, (orderId) => depositAddress(shop, orderId)));

  return routes;
}

/** @param buyer Who buys with one click; without, each item has a form for it. */
const itemsPage = (items: Item[], buyer: Shop['exampleBuyer']): Html =>
  page(
    'Made by hand',
    html`<p>Furniture and more, made to order. A deposit before the work, the rest before the delivery.</p>
    ${
      buyer &&
      html`<p>You buy as <bdi>${buyer.firstName} ${buyer.lastName}</bdi>, an example. To order as somebody else, open an item.</p>`
    }
    ${list(
      'cards',
      items.map((item) => itemCard(item, buyer)),
      html`No items yet. <a href="/seller">Be the first to sell.</a>`,
    )}`,
  );

const itemCard = ({ id, title, sellerName, deposit, rest }: Item, buyer: Shop['exampleBuyer']): Html => html`
  <li class="card">
    <h2 dir="auto"><a href="/items/${id}">${title}</a></h2>
    <p class="muted">by <bdi>${sellerName}</bdi></p>
    <p>${inRiyals(deposit + rest)}</p>
    ${
      buyer &&
      html`<form method="post" action="/items/${id}/purchases">
      ${formToken()}
      ${hidden(buyer)}
      <button aria-label="Buy ${title}">Buy</button>
    </form>`
    }
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
