import { createEscrowClient, isEscrowError, type MilestoneToOpen, splitAmount, toHttpAnswer } from '@escrow-kit/client';
import { createSqliteJournal } from '@escrow-kit/client/sqlite';
import { createWebhookReceiver } from '@escrow-kit/webhooks';
import { createFetchHandler } from '@escrow-kit/webhooks/fetch';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { handlers, openOrders } from './orders.ts';
import { datesOf, items, partsOf, path, people, port, service, url, webhookSecret } from './settings.ts';

export const log = (error: Error) => process.stderr.write(`${error.message}\n`); // messages contain keys, so no key contains a phone number
const inbox = createSqliteInbox({ path }); // first, because it creates the file with mode 0600
export const { flows, payments } = createEscrowClient({ ...service, journal: createSqliteJournal({ path }) });
export const orders = openOrders(path);

/** Opens the contract of an order. If it runs again, such as after a crash, it repeats nothing. */
export async function openOrder(id: string) {
  const order = orders.find(id);
  if (!order) return undefined;
  const { buyer, item, deadline } = order;
  for (const [key, user] of Object.entries(people)) await flows.onboardCustomer(user, { key });
  const terms = { commission: { rate: 0.05 }, deadline, buyer, seller: people.seller.phoneNumber };
  const parts = splitAmount(order.price, partsOf(order.price), service.defaults);
  const milestones = parts.map((price, i): MilestoneToOpen => ({ title: `${item}, part ${i + 1}`, price, ...terms }));
  const contract = await flows.openContract({ title: `Order ${id}`, milestones }, { key: `order-${id}` });
  return { ...order, milestones: contract.milestones };
}

const receiver = createWebhookReceiver({ secrets: webhookSecret, inbox, handlers });
receiver.start();

export const app = new Hono();
app.post('/webhooks', ({ req }) => createFetchHandler(receiver)(req.raw));
app.post('/orders', bodyLimit({ maxSize: 10_000, onError: (c) => c.text('Too large.', 413) }), async (context) => {
  const { buyer, item } = Object(await context.req.json().catch(() => undefined));
  const [id, price] = [crypto.randomUUID(), items.get(item)?.price];
  if (price === undefined) return context.text('Unknown item.', 400);
  await flows.onboardCustomer({ phoneNumber: buyer }, { key: `buyer-${id}` }); // throws if it is not a phone number
  orders.insert({ id, buyer, item, price, ...datesOf(new Date()) });
  return context.json({ id }, 201);
});
app.get('/orders/:id/checkout', async (context) => {
  const order = await openOrder(context.req.param('id'));
  if (!order) return context.notFound();
  const milestoneId = order.milestones.find(({ id }) => !orders.isPaid(id))?.id;
  if (milestoneId === undefined) return context.redirect('/thanks', 303);
  const { redirectUrl } = await flows.checkout({ milestoneId, buyer: order.buyer, returnUrl: `${url}/thanks` });
  return context.redirect(redirectUrl.reveal(), 303);
});
app.get('/thanks', (context) => context.text('Thank you! We write as soon as your payment has arrived.'));
app.onError((error, context) => {
  log(error);
  const isForm = isEscrowError(error, 'rule_violation') && context.req.path === '/orders';
  if (isForm) return context.text('Check your phone number, with +966 before it.', 400);
  const { status, text, headers } = toHttpAnswer(error);
  return context.text(text, status, headers);
});
if (import.meta.main) serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
for (const id of orders.ids()) openOrder(id).catch(log);
