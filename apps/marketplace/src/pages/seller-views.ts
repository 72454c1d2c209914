import { html } from 'hono/html';
import { type Order, parts, sellerShare } from '../orders/order.ts';
import type { OrderState, PaymentState } from '../orders/order-states.ts';
import type { Item } from '../sellers/item.ts';
import type { Seller, SellerForm } from '../sellers/seller.ts';
import type { Message } from '../shop/messages.ts';
import { inRiyals } from '../shop/money.ts';
import { type FormValues, field, formToken, personFields } from './forms.ts';
import { type Html, list, messageItem, page, section } from './layout.ts';

export const signUpPage = (form: Partial<SellerForm>, problem?: Html): Html =>
  page(
    'Sell what you make',
    html`${problem}
    <form class="card" method="post" action="/seller">
      <fieldset>
        <legend>You</legend>
        ${personFields(form)}
      </fieldset>
      <fieldset>
        <legend>Where your money goes</legend>
        ${field('iban', form)}
        ${field('nationalId', form)}
      </fieldset>
      <fieldset>
        <legend>Your address</legend>
        ${field('street', form)}
        ${field('city', form)}
      </fieldset>
      <button>Sign up</button>
    </form>`,
  );

/** The data of a seller's page. */
export interface SellerView {
  seller: Seller;
  items: Item[];
  orders: Order[];
  messages: Message[];
}

/** @param form The seller's input for an item, shown again with the problem. */
export const sellerPage = (
  { seller, items, orders, messages }: SellerView,
  form: FormValues = {},
  problem?: Html,
): Html =>
  page(
    `${seller.firstName}'s workshop`,
    html`${problem}
    ${money(orders)}
    ${section('Sales', list('rows', orders.map(sale), html`Nothing is sold yet.`))}
    ${section('Messages', list('rows', messages.map(messageItem), html`There are none yet.`))}
    ${section(
      'Items',
      html`${list('rows', items.map(itemRow), html`Nothing is listed yet.`)}
      <form class="card" method="post" action="/seller/items">
        <h3>List an item</h3>
        ${formToken(form)}
        ${field('title', form)}
        ${field('description', form)}
        ${field('deposit', form)}
        ${field('rest', form)}
        <button>List it</button>
      </form>`,
    )}`,
  );

/** The seller's money, held and released, according to the webhooks. */
function money(orders: Order[]): Html {
  const payments = orders.flatMap((order) => parts.map((part) => order.payments[part]));
  const sum = (...states: PaymentState[]): string => {
    const shares = payments.filter(({ state }) => states.includes(state)).map(sellerShare);
    return inRiyals(shares.reduce((total, share) => total + share, 0));
  };
  return html`<dl class="amounts">
    <div><dt>Held for you</dt><dd>${sum('PAID')}</dd></div>
    <div><dt>Released to you</dt><dd>${sum('CASHOUT_IN_PROGRESS', 'COMPLETED')}</dd></div>
  </dl>`;
}

const saleStates: Record<OrderState, string> = {
  PLACED: 'being set up',
  OPEN: 'waits for the deposit',
  DEPOSIT_PAID: 'deposit paid: begin the work',
  PAID: 'paid: deliver it',
  COMPLETED: 'complete',
  GIVEN_UP: 'given up: not paid',
};

const sale = ({ title, buyerName, state }: Order): Html =>
  html`<li><span><bdi>${title}</bdi> for <bdi>${buyerName}</bdi></span> <span>${saleStates[state]}</span></li>`;

const itemRow = ({ id, title, deposit, rest }: Item): Html =>
  html`<li><a href="/items/${id}"><bdi>${title}</bdi></a> <span>${inRiyals(deposit + rest)}</span></li>`;
