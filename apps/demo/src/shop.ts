import { DatabaseSync } from 'node:sqlite';
import { createEscrowClient, toHttpAnswer } from '@escrow-kit/client';
import { createSqliteJournal } from '@escrow-kit/client/sqlite';
import { createWebhookReceiver } from '@escrow-kit/webhooks';
import { createFetchHandler } from '@escrow-kit/webhooks/fetch';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { seller, service, settings } from './shop-settings.ts';

const { path, port, url, webhookSecret } = settings;
const log = (error: Error) => process.stderr.write(`${error.message}\n`); // holds no secret and no personal data
const inbox = createSqliteInbox({ path }); // first, because it creates the file for its owner alone
const { flows } = createEscrowClient({ ...service, journal: createSqliteJournal({ path }) });
const database = new DatabaseSync(path, { timeout: 5_000 });
database.exec('create table if not exists orders (id text primary key, buyer text, price real, deadline text)');
database.exec('create table if not exists paid (milestoneId text primary key)');

/** Registers everyone and opens the contract. Run again, after a crash or later, it repeats nothing. */
async function openOrder(id: string) {
  const row = database.prepare('select * from orders where id = ?').get(id) ?? {};
  const [buyer, price, deadline] = [String(row['buyer']), Number(row['price']), String(row['deadline'])];
  await flows.onboardCustomer({ phoneNumber: service.defaults.broker }, { key: 'broker' });
  await flows.onboardCustomer(seller, { key: 'seller' });
  await flows.onboardCustomer({ phoneNumber: buyer }, { key: `buyer-${buyer}` });
  const terms = { price: price / 2, commission: { rate: 0.05 }, deadline, buyer, seller: seller.phoneNumber };
  const milestones = ['Deposit', 'Rest'].map((title) => ({ title, ...terms }));
  const contract = await flows.openContract({ title: `Order ${id}`, milestones }, { key: `order-${id}` });
  return { id, buyer, milestones: contract.milestones.map((milestone) => milestone.id) };
}

const receiver = createWebhookReceiver({
  secrets: webhookSecret,
  inbox,
  handlers: {
    // Written in the transaction that marks the event done.
    PAID: ({ milestoneId }, { transaction }) =>
      transaction((db) => db.prepare('insert into paid values (?) on conflict do nothing').run(milestoneId)),
  },
});
receiver.start();

const app = new Hono();
app.post('/webhooks', ({ req }) => createFetchHandler(receiver)(req.raw));
app.post('/orders', bodyLimit({ maxSize: 10_000 }), async (context) => {
  const { buyer, price, deadline } = await context.req.json();
  const id = crypto.randomUUID();
  database.prepare('insert into orders values (?, ?, ?, ?)').run(id, buyer, price, deadline);
  return context.json(await openOrder(id), 201);
});
app.get('/orders/:id/:milestoneId/checkout', async (context) => {
  const { id, milestoneId } = context.req.param();
  const { milestones, buyer } = await openOrder(id);
  if (!milestones.includes(milestoneId)) return context.notFound();
  const { redirectUrl } = await flows.checkout({ milestoneId, buyer, returnUrl: `${url}/orders/${id}` });
  return context.redirect(redirectUrl.reveal(), 303);
});
app.onError((error, context) => {
  log(error);
  const { status, text, headers } = toHttpAnswer(error);
  return context.text(text, status, headers);
});
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
for (const { id } of database.prepare('select id from orders').all()) openOrder(String(id)).catch(log);
