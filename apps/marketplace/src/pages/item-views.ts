import { html } from 'hono/html';
import type { Item } from '../sellers/item.ts';
import { inRiyals } from '../shop/money.ts';
import { type FormValues, formToken, personFields } from './forms.ts';
import { type Html, list, page } from './layout.ts';

export const itemsPage = (items: Item[]): Html =>
  page(
    'Made by hand',
    html`<p>Furniture and more, made to order. A deposit before the work, the rest before the delivery.</p>
    ${list('cards', items.map(itemCard), html`Nobody sells anything yet. <a href="/seller">Be the first.</a>`)}`,
  );

const itemCard = ({ id, title, sellerName, deposit, rest }: Item): Html => html`
  <li class="card">
    <h2 dir="auto"><a href="/items/${id}">${title}</a></h2>
    <p class="muted">by <bdi>${sellerName}</bdi></p>
    <p>${inRiyals(deposit + rest)}</p>
  </li>`;

/** @param form The buyer's input, shown again with the problem. */
export const itemPage = (item: Item, form: FormValues = {}, problem?: Html): Html =>
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
