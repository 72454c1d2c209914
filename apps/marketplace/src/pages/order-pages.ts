import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { openOrder } from '../orders/open-order.ts';
import {
  findOrder,
  findOrders,
  isPart,
  type Order,
  type Part,
  type Payment,
  partNames,
  parts,
} from '../orders/order.ts';
import type { OrderState, PaymentState } from '../orders/order-states.ts';
import {
  addressToPay,
  checkoutWithoutTicket,
  checkoutWithTicket,
  payablePart,
  returnPath,
} from '../payments/start-checkout.ts';
import { inRiyals } from '../shop/money.ts';
import { type Shop, ShopError } from '../shop/shop.ts';
import { readId } from './created-id.ts';
import { type Html, list, page } from './layout.ts';
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
  routes.post(`${paymentPath}/checkout`, async (context) =>
    context.redirect(await addressToPay(shop, await orderOf(context), partOf(context)), 303),
  );

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

const orderStates: Record<OrderState, string> = {
  PLACED: 'We are setting up your payments.',
  OPEN: 'Pay the deposit, and the work begins.',
  DEPOSIT_PAID: 'The deposit is paid. Pay the rest, and your order is delivered.',
  PAID: 'Everything is paid. The seller delivers; we hold your money until then.',
  COMPLETED: 'Your order is complete, and the seller has the money.',
  GIVEN_UP:
    'You did not pay within a week, so we closed this order. If your payment still arrives, the order continues.',
};

const paymentStates: Record<PaymentState, string> = {
  WAITING: 'Not paid yet',
  PAID: 'Paid, held in escrow',
  CASHOUT_IN_PROGRESS: 'Paid, on its way to the seller',
  COMPLETED: 'Paid out to the seller',
};

const ordersPage = (orders: Order[]): Html =>
  page(
    'Your orders',
    list('cards', orders.map(orderCard), html`You have no orders in this browser yet. <a href="/">See the items.</a>`),
  );

const orderCard = ({ id, title, state }: Order): Html => html`
  <li class="card">
    <h2 dir="auto"><a href="/orders/${id}">${title}</a></h2>
    <p>${orderStates[state]}</p>
  </li>`;

/** The order for its buyer, with the next payment. */
function orderPage(order: Order, sdkUrl: string): Html {
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
const waitingPage = ({ id, title }: Order, part: Part, remainingInMs: number): Html =>
  page(
    'Waiting for the payment',
    html`<noscript><meta http-equiv="refresh" content="5"></noscript>
    <div class="card" data-wait-for="${returnPath(id, part)}/state" data-next="/orders/${id}"
      data-reload-in-ms="${remainingInMs}">
      <p role="status"><span aria-busy="true" aria-hidden="true"></span>
        We are waiting for confirmation that the ${partNames[part].toLowerCase()} of <bdi>${title}</bdi> is paid.</p>
      <p>This page updates by itself. A bank transfer may take days: you can close this page.</p>
      <p><a href="/orders/${id}">Back to the order</a>, if you have not paid.</p>
    </div>`,
  );

/** The page after the wait. If the payment still comes, the page opens the order. */
const unpaidPage = (order: Order, part: Part, sdkUrl: string): Html =>
  page(
    'No payment yet',
    html`<div class="card" data-wait-for="${returnPath(order.id, part)}/state" data-next="/orders/${order.id}">
      <p role="status">We have not received a payment yet.</p>
      <p>A bank transfer may take days: <a href="/orders/${order.id}">your order</a> shows it once it has arrived.</p>
      ${payablePart(order) === part && payForm(order, part, sdkUrl)}
    </div>`,
  );

/** The page for a buyer who declined. Signing in at the checkout grants the consent again. */
const consentPage = ({ id }: Order, part: Part): Html =>
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
