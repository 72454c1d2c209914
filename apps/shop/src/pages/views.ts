import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Order } from '../small-shop/orders.ts';
import { items, service } from '../small-shop/settings.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A page without its frame. */
export interface Page {
  title: string;
  body: Html;
  /** Default: 200. */
  status?: number;
}

/** A user of the sandbox who consents at the checkout. */
const testPhone = '+966500000001';

const riyals = new Intl.NumberFormat('en', { style: 'currency', currency: service.defaults.currency });
const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'Asia/Riyadh' });

/** Adds what every page has: the head, the name of the shop, the way to the dashboard. */
export const framePage = ({ title, body }: Page): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Small shop</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/shop.css" />
  </head>
  <body>
    <header><a href="/">Small shop</a> <span class="badge">Test shop</span></header>
    <main>
      <h1>${title}</h1>
      ${body}
    </main>
    <footer>
      No real money moves here. See the service’s side in <a href="${service.baseUrl}">the sandbox’s dashboard</a>.
    </footer>
  </body>
</html>`;

/** The form of the shop: the id of the order to place, and what the buyer entered if the phone number was wrong. */
interface ShopForm {
  id: string;
  buyer?: string;
  item?: string;
  isWrong?: boolean;
}

/** The items, and the form to buy one. */
export function shopPage({ id, buyer = testPhone, item = 'table', isWrong = false }: ShopForm): Page {
  const choices = Array.from(
    items,
    ([key, { name, price }]) => html`<label class="choice">
      <input type="radio" name="item" value="${key}" ${key === item ? 'checked' : ''} />
      <span>${name}</span> <strong>${riyals.format(price)}</strong>
    </label>`,
  );
  const mistake = `Enter a phone number with its country code, such as ${testPhone}.`;
  return {
    title: 'What would you like?',
    body: html`<form class="card" method="post" action="/buy">
      ${isWrong && html`<p class="mistake" role="alert" id="mistake">${mistake}</p>`}
      <input type="hidden" name="id" value="${id}" />
      <fieldset>
        <legend>Item</legend>
        ${choices}
      </fieldset>
      <label for="buyer">Your phone number</label>
      <input
        id="buyer"
        name="buyer"
        type="tel"
        autocomplete="tel"
        required
        maxlength="20"
        value="${buyer}"
        aria-describedby="mistake hint"
        aria-invalid="${String(isWrong)}"
      />
      <p class="hint" id="hint">${isWrong ? '' : 'This is a test number.'} No message is sent.</p>
      <button>Buy</button>
      <p class="hint">The money stays in escrow until you have your order. A large order is paid in two halves.</p>
    </form>`,
  };
}

/** A part of an order: a milestone. */
interface Part {
  itemPrice: number;
  isPaid: boolean;
}

/** An order and its payment state. */
interface OrderState {
  order: Order;
  parts: Part[];
  /** The index of the part to pay; -1 if all are paid. */
  next: number;
  /** Whether the buyer has been at the checkout for that part. */
  cameBack: boolean;
  /** Whether that was a moment ago, so that the webhook can still arrive. */
  isWaiting: boolean;
  isClosed: boolean;
}

/** The page of an order. */
export function orderPage(state: OrderState): Page {
  const { order, parts, next } = state;
  const { title, text, pays } = describe(state);
  const [part] = parts.slice(next);
  const name = items.get(order.item)?.name ?? order.item;
  const rows = parts.map(({ itemPrice, isPaid }, index) => {
    const label = isPaid ? 'Paid' : state.isWaiting && index === next ? 'Waiting' : 'Not paid';
    const title = parts.length === 1 ? 'Price' : `Part ${index + 1} of ${parts.length}`;
    return html`<tr>
      <th scope="row">${title}</th>
      <td>${riyals.format(itemPrice)}</td>
      <td><span class="state ${isPaid ? 'paid' : ''}">${label}</span></td>
    </tr>`;
  });
  return {
    title,
    body: html`<div class="card">
      <p role="status">${text}</p>
      <table>
        <caption>
          ${name}
        </caption>
        ${rows}
      </table>
      ${pays && part && payForm(order.id, part)}
      <p class="hint">Save the address of this page. It is the only way back to your order.</p>
    </div>`,
  };
}

const payForm = (id: string, { itemPrice }: Part): Html => html`<form method="post" action="/orders/${id}/pay">
  <button>Pay ${riyals.format(itemPrice)}</button>
</form>`;

/** The title, the text, and whether a button to pay follows. */
function describe({ order, parts, next, cameBack, isWaiting, isClosed }: OrderState) {
  if (next === -1) {
    return { title: 'Thank you', text: 'Your payment has arrived. We are preparing your order.', pays: false };
  }
  if (isWaiting) {
    const text = 'We are waiting for the confirmation of your payment. This page updates automatically.';
    return { title: 'One moment', text, pays: false };
  }
  if (isClosed) {
    const text = `It was not paid by ${date.format(Date.parse(order.payBy))}. If you did pay, we will write to you.`;
    return { title: 'This order is closed', text, pays: false };
  }
  if (cameBack) {
    const text = 'If you have not paid, pay now. A bank transfer can take days. We will write to you when it arrives.';
    return { title: 'No payment has arrived yet', text, pays: true };
  }
  const isBegun = parts.some(({ isPaid }) => isPaid);
  const text = isBegun ? 'Thank you. The first half has arrived.' : 'We have your order. Pay to confirm it.';
  return { title: isBegun ? 'Pay the second half' : 'Your order', text, pays: true };
}

/** For a buyer who has declined: why the shop asks, and the checkout that asks again. */
export const consentPage = ({ id, checkoutUrl }: { id: string; checkoutUrl: string }): Page => ({
  title: 'We need your consent',
  status: 409,
  body: html`<div class="card">
    <p>You did not allow us to set up payments for your orders. We cannot start a payment without that.</p>
    <p><a class="button" href="${checkoutUrl}">Sign in at the checkout and allow it</a></p>
    <p><a href="/orders/${id}">Back to your order</a></p>
  </div>`,
});

const toShop = html`<p><a class="button" href="/">To the shop</a></p>`;
const toOrder = (id: string) => html`<p><a class="button" href="/orders/${id}">To your order</a></p>`;

const texts: Record<number, [title: string, text: string]> = {
  400: ['This form is not complete', 'Open the shop again and fill in the form.'],
  403: ['This form came from another site', 'Open the shop again and fill in the form.'],
  404: ['Page not found', 'Check the address. You need the exact address to open an order.'],
  409: ['This order already exists', 'This form was sent before with different entries. Open the shop again.'],
  413: ['This form is too long', 'Open the shop again and fill in the form.'],
};

/** A page with a sentence, for a refusal or a failure. It leads back to the order, if there is one. */
export function messagePage(status: number, given: { text?: string; orderId?: string | undefined } = {}): Page {
  const [title, text] = given.text ? ['This did not work', given.text] : (texts[status] ?? [`Error ${status}`, '']);
  return {
    title,
    status,
    body: html`<div class="card">
      <p>${text}</p>
      ${given.orderId === undefined ? toShop : toOrder(given.orderId)}
    </div>`,
  };
}
