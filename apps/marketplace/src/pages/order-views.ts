import { html } from 'hono/html';
import { type Order, type Part, type Payment, partNames, parts } from '../orders/order.ts';
import type { OrderState, PaymentState } from '../orders/order-states.ts';
import { payablePart, returnPath } from '../payments/start-checkout.ts';
import { inRiyals } from '../shop/money.ts';
import { type Html, list, page } from './layout.ts';

const orderStates: Record<OrderState, string> = {
  PLACED: 'We are setting up your payments.',
  OPEN: 'Pay the deposit, and the work begins.',
  DEPOSIT_PAID: 'The deposit is paid. Pay the rest, and your order is delivered.',
  PAID: 'All is paid. The seller delivers; we keep your money until then.',
  COMPLETED: 'Your order is complete, and the seller has the money.',
  GIVEN_UP: 'You have not paid for a week, so we gave this order up. If your payment still comes, it continues.',
};

const paymentStates: Record<PaymentState, string> = {
  WAITING: 'Not paid yet',
  PAID: 'Paid, held in escrow',
  CASHOUT_IN_PROGRESS: 'Paid, on its way to the seller',
  COMPLETED: 'Paid, and the seller has it',
};

export const ordersPage = (orders: Order[]): Html =>
  page(
    'Your orders',
    list(
      'cards',
      orders.map(orderCard),
      html`You have not ordered anything in this browser. <a href="/">See what there is.</a>`,
    ),
  );

const orderCard = ({ id, title, state }: Order): Html => html`
  <li class="card">
    <h2 dir="auto"><a href="/orders/${id}">${title}</a></h2>
    <p>${orderStates[state]}</p>
  </li>`;

/** The order for its buyer, with the next payment. */
export function orderPage(order: Order, sdkUrl: string): Html {
  const payable = payablePart(order);
  return page(
    order.title,
    html`<p role="status">${orderStates[order.state]}</p>
    ${order.state === 'PLACED' && html`<form method="post" action="/orders/${order.id}/open"><button>Try again</button></form>`}
    <ol class="cards">${parts.map((part) => paymentCard(order.payments[part]))}</ol>
    ${payable && payForm(order, payable, sdkUrl)}`,
  );
}

const paymentCard = ({ part, amount, state, referenceId }: Payment): Html => html`
  <li class="card">
    <h2>${partNames[part]}</h2>
    <p>${inRiyals(amount)}</p>
    <p>${paymentStates[state]}</p>
    ${referenceId && html`<p class="muted">Payment reference ${referenceId}</p>`}
  </li>`;

/** Pays by redirect, which needs no script. The script shows the button that pays on this page. */
const payForm = (order: Order, part: Part, sdkUrl: string): Html => html`
  <form class="choices" method="post" action="${returnPath(order.id, part)}/checkout">
    <button>Pay ${inRiyals(order.payments[part].amount)}</button>
    <button type="button" class="secondary" hidden data-sdk-url="${sdkUrl}"
      data-checkout="${returnPath(order.id, part)}/modal">Pay on this page</button>
  </form>`;

/**
 * The page after the checkout. Only the webhook proves a payment, whatever the checkout says. It reloads itself once the
 * time is over.
 */
export const waitingPage = ({ id, title }: Order, part: Part, remainingInMs: number): Html =>
  page(
    'Waiting for the payment',
    html`<noscript><meta http-equiv="refresh" content="5"></noscript>
    <div class="card" data-wait-for="${returnPath(id, part)}/state" data-next="/orders/${id}"
      data-reload-in-ms="${remainingInMs}">
      <p role="status"><span aria-busy="true" aria-hidden="true"></span>
        We are waiting for confirmation that the ${partNames[part].toLowerCase()} of <bdi>${title}</bdi> is paid.</p>
      <p>This page continues by itself. A bank transfer may take days: you can close this page.</p>
      <p><a href="/orders/${id}">Back to the order</a>, if you have not paid.</p>
    </div>`,
  );

/** The page after the wait. If the payment still comes, the page opens the order. */
export const unpaidPage = (order: Order, part: Part, sdkUrl: string): Html =>
  page(
    'No payment yet',
    html`<div class="card" data-wait-for="${returnPath(order.id, part)}/state" data-next="/orders/${order.id}">
      <p role="status">We have not received a payment yet.</p>
      <p>If you paid by bank transfer, it may take days: <a href="/orders/${order.id}">your order</a> shows it once it has
        come.</p>
      ${payablePart(order) === part && payForm(order, part, sdkUrl)}
    </div>`,
  );

/** The page for a buyer who declined. Signing in at the checkout grants the consent again. */
export const consentPage = ({ id }: Order, part: Part): Html =>
  page(
    'Agree again to pay',
    html`<div class="card">
      <p>You did not allow this shop to set up payments for you, so nothing was paid.</p>
      <p>To pay after all, agree at the checkout. It may ask you to sign in with your phone number and the code that is sent
        to you.</p>
      <form method="post" action="${returnPath(id, part)}/consent"><button>Go to the checkout</button></form>
      <p><a href="/orders/${id}">Not now</a></p>
    </div>`,
  );
