import { readFileSync } from 'node:fs';
import { isEscrowError, toHttpAnswer } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Order } from '../small-shop/orders.ts';
import { datesOf, items, port, service, url } from '../small-shop/settings.ts';
import { app, flows, log, openOrder, orders, payments } from '../small-shop/shop.ts';
import { consentPage, framePage, messagePage, orderPage, type Page, shopPage } from './views.ts';

// The pages of the small shop, for a person with a browser. What a buyer sees:
//
//   the shop ── Buy ──> the service's checkout ── back ──> waiting ── PAID ──> paid, or the next part to pay
//                         ^                                  │ a minute
//                         └───────────── Pay ────────────── no payment yet ── two weeks ──> closed
//
// Only a webhook marks an order as paid. The ID of an order is random: whoever has it can see the order. The form contains the ID, so
// that a form that is sent twice places one order.

/** How long the page of a returning buyer waits for the confirmation. */
const confirmationInMs = 60_000;

/** How often the page of such a buyer loads again. */
const refreshInSeconds = 2;

const stylesheet = readFileSync(new URL('shop.css', import.meta.url), 'utf8');

const longestFormInBytes = 10_000;

/** The hosts of this shop. An attack by DNS rebinding sends another one. */
const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);

/** Pages run no script and are shown in no frame. Their forms lead to the shop, which redirects to the checkout. */
const contentPolicy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${new URL(service.baseUrl).origin}; base-uri 'none'; frame-ancestors 'none'`;

/** The order of a page, so that an error page links back to it. */
interface Environment {
  Variables: { orderId?: string };
}

/** The small shop with its pages. */
export const pages = new Hono<Environment>();

pages.use(async ({ req, text }, next) => {
  if (!hosts.has(req.header('host') ?? '')) return text(`This shop is at ${url}.`, 403);
  return next();
});
pages.use(csrf());
for (const path of ['/buy', '/orders/*']) pages.use(path, bodyLimit({ maxSize: longestFormInBytes }));

pages.get('/', (context) => show(context, shopPage({ id: crypto.randomUUID() })));

pages.get('/shop.css', (context) => context.body(stylesheet, 200, { 'content-type': 'text/css' }));

pages.post('/buy', async (context) => {
  const form = await context.req.formData().catch(() => new FormData());
  const [id = '', buyer = '', item = ''] = ['id', 'buyer', 'item'].map((name) => String(form.get(name) ?? ''));
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return show(context, messagePage(400));
  return inTurn(id, async () => {
    const placed = orders.find(id);
    if (placed && (placed.buyer !== buyer || placed.item !== item)) return show(context, messagePage(409));
    const price = items.get(item)?.price;
    if (price === undefined) return show(context, messagePage(400));
    try {
      await flows.onboardCustomer({ phoneNumber: buyer }, { key: `buyer-${id}` });
    } catch (error) {
      if (!isEscrowError(error, 'rule_violation')) throw error;
      return show(context, shopPage({ id, buyer, item, isWrong: true }), 400);
    }
    orders.insert({ id, buyer, item, price, ...datesOf(new Date()) });
    return sendToCheckout(context, id);
  });
});

pages.post('/orders/:id/pay', (context) => {
  const id = context.req.param('id');
  return inTurn(id, () => sendToCheckout(context, id));
});

/** Where the checkout sends the buyer. The time is in the address, so that a reload does not restart the wait. */
pages.get('/orders/:id/return/:part', (context) => {
  const { id, part } = context.req.param();
  return context.redirect(`/orders/${id}?part=${part}&since=${Date.now()}`, 303);
});

pages.get('/orders/:id', async (context) => {
  const id = context.req.param('id');
  context.set('orderId', id);
  const order = await inTurn(id, () => openOrder(id));
  if (!order) return context.notFound();
  const parts = order.milestones.map((milestone) => ({ ...milestone, isPaid: orders.isPaid(milestone.id) }));
  const next = parts.findIndex(({ isPaid }) => !isPaid);
  const waitedInMs = Date.now() - Number(context.req.query('since') ?? 0);
  const cameBack = context.req.query('part') === String(next + 1);
  const isWaiting = cameBack && waitedInMs >= 0 && waitedInMs < confirmationInMs;
  if (isWaiting) context.header('refresh', String(refreshInSeconds));
  return show(context, orderPage({ order, parts, next, cameBack, isWaiting, isClosed: isClosed(order) }));
});

pages.route('/', app);

pages.notFound((context) => show(context, messagePage(404)));

pages.onError((error, context) => {
  if (error instanceof HTTPException) return show(context, messagePage(error.status));
  log(error);
  const { status, text, headers } = toHttpAnswer(error);
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return show(context, messagePage(status, { text, orderId: context.get('orderId') }));
});

/** No checkout is started for an order then: see the guide, an unpaid order. */
const isClosed = ({ payBy }: Order) => Date.parse(payBy) < Date.now();

/** Redirects the buyer to the checkout of the first part that is not paid. */
async function sendToCheckout(context: Context<Environment>, id: string): Promise<Response> {
  context.set('orderId', id);
  const order = await openOrder(id);
  if (!order) return context.notFound();
  const next = order.milestones.findIndex((milestone) => !orders.isPaid(milestone.id));
  const milestoneId = order.milestones[next]?.id;
  if (milestoneId === undefined || isClosed(order)) return context.redirect(`/orders/${id}`, 303);
  const returnUrl = `${url}/orders/${id}/return/${next + 1}`;
  context.header('cache-control', 'no-store');
  try {
    const { redirectUrl } = await flows.checkout({ milestoneId, buyer: order.buyer, returnUrl });
    return context.redirect(redirectUrl.reveal(), 303);
  } catch (error) {
    if (!isEscrowError(error, 'consent_rejected')) throw error;
    // Without a ticket, the checkout asks the buyer to sign in, which reverses a declined consent.
    const { checkoutUrl } = await payments.start({ milestoneId, redirectUrl: returnUrl });
    return show(context, consentPage({ id, checkoutUrl }));
  }
}

/** The last run for each order. */
const running = new Map<string, Promise<unknown>>();

/** Runs the work of an order one after another, because the journal ends one of two flows that run at once. */
async function inTurn<Result>(id: string, run: () => Promise<Result>): Promise<Result> {
  const result = (running.get(id) ?? Promise.resolve()).then(run);
  const ended = result.catch(() => {});
  running.set(id, ended);
  try {
    return await result;
  } finally {
    if (running.get(id) === ended) running.delete(id);
  }
}

/** Sends a page. It is not cached, so that going back loads the current state and a form with a new ID. */
async function show(context: Context, page: Page, status = page.status ?? 200): Promise<Response> {
  context.header('cache-control', 'no-store');
  context.header('content-security-policy', contentPolicy);
  context.header('referrer-policy', 'same-origin'); // an address with the id of an order stays here
  context.header('x-content-type-options', 'nosniff');
  return context.html(await framePage(page), status as ContentfulStatusCode);
}
