import { html } from 'hono/html';
import { inRiyals } from '../money.ts';
import { type Order, parts, sellerShare } from '../orders/order.ts';
import type { OrderState, PaymentState } from '../orders/order-states.ts';
import type { Item } from '../sellers/item.ts';
import type { Message } from '../sellers/message.ts';
import type { Seller, SellerDetails } from '../sellers/seller.ts';
import { field, type Html, moment, page } from './layout.ts';

export const signUpPage = (details: Partial<SellerDetails> = {}, problem?: Html): Html =>
  page(
    'Sell what you make',
    html`${problem}
    <form class="card" method="post" action="/seller">
      <fieldset>
        <legend>You</legend>
        ${field({ name: 'firstName', label: 'First name', value: details.firstName, autocomplete: 'given-name' })}
        ${field({ name: 'lastName', label: 'Last name', value: details.lastName, autocomplete: 'family-name' })}
        ${field({
          name: 'phone',
          label: 'Phone number',
          value: details.phone,
          hint: 'With country code, such as +966500000000',
          autocomplete: 'tel',
          inputmode: 'tel',
        })}
      </fieldset>
      <fieldset>
        <legend>Where your money goes</legend>
        ${field({ name: 'iban', label: 'IBAN', value: details.iban, hint: 'SA and 22 digits, without spaces' })}
        ${field({
          name: 'nationalId',
          label: 'National id',
          value: details.nationalId,
          hint: 'Of the holder of the account',
          inputmode: 'numeric',
        })}
      </fieldset>
      <fieldset>
        <legend>Your address</legend>
        ${field({ name: 'street', label: 'Street', value: details.street, autocomplete: 'address-line1' })}
        ${field({ name: 'city', label: 'City', value: details.city, autocomplete: 'address-level2' })}
      </fieldset>
      <button>Sign up</button>
    </form>`,
  );

/** All that a seller sees. */
export interface SellerView {
  seller: Seller;
  items: Item[];
  orders: Order[];
  messages: Message[];
}

export const sellerPage = ({ seller, items, orders, messages }: SellerView, problem?: Html): Html =>
  page(
    `${seller.firstName}'s workshop`,
    html`${problem}
    ${money(orders)}
    <section aria-labelledby="sales"><h2 id="sales">Sales</h2>
      ${orders.length === 0 ? html`<p>Nothing is sold yet.</p>` : html`<ul class="rows">${orders.map(sale)}</ul>`}
    </section>
    <section aria-labelledby="messages"><h2 id="messages">Messages</h2>
      ${
        messages.length === 0
          ? html`<p>There are none yet.</p>`
          : html`<ul class="rows">${messages.map(({ text, sentAt }) => html`<li><span dir="auto">${text}</span> ${moment(sentAt)}</li>`)}</ul>`
      }
    </section>
    <section aria-labelledby="items"><h2 id="items">Items</h2>
      ${
        items.length > 0 &&
        html`<ul class="rows">${items.map(
          ({ id, title, deposit, rest }) =>
            html`<li><a href="/items/${id}"><bdi>${title}</bdi></a> ${inRiyals(deposit + rest)}</li>`,
        )}</ul>`
      }
      <form class="card" method="post" action="/seller/items">
        <h3>List an item</h3>
        ${field({ name: 'title', label: 'Title' })}
        ${field({ name: 'description', label: 'Description' })}
        ${field({ name: 'deposit', label: 'Deposit in SAR', hint: 'Paid before you begin', inputmode: 'decimal' })}
        ${field({ name: 'rest', label: 'Rest in SAR', hint: 'Paid before you deliver', inputmode: 'decimal' })}
        <button>List it</button>
      </form>
    </section>`,
  );

/** Where the seller's money is, by what the webhooks told. */
function money(orders: Order[]): Html {
  const payments = orders.flatMap((order) => parts.map((part) => order.payments[part]));
  const sum = (...states: PaymentState[]): string =>
    inRiyals(
      payments.reduce((total, payment) => total + (states.includes(payment.state) ? sellerShare(payment) : 0), 0),
    );
  return html`<dl class="figures">
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
};

const sale = ({ title, buyerName, state }: Order): Html =>
  html`<li><bdi>${title}</bdi> for <bdi>${buyerName}</bdi> <span class="badge" data-state="${state}">${saleStates[state]}</span></li>`;
