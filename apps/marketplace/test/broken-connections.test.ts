import { setTimeout as later } from 'node:timers/promises';
import { repeats } from '@escrow-kit/suite';
import { createPostgresPool } from '@escrow-kit/webhooks/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { resumeOrders } from '../src/orders/open-order.ts';
import { sendEvent, untilHandled, untilTimeout } from './support/events.ts';
import { item, placeOrder, seller, sendItem } from './support/people.ts';
import { resolveSteps, titleOf } from './support/resolve-steps.ts';
import { type TestShop, usedShops } from './support/test-shop.ts';
import { createVisitor, type Visitor } from './support/visitor.ts';

const shops = usedShops();

/** How often the test breaks all database connections of the shop, and the pause after each time. */
const breaks = repeats({ test: 5, soak: 300 });
const pauseInMs = 100;
/** Buyers who order and pay at the same time, one order after another. */
const buyers = 4;

const parts = ['deposit', 'rest'] as const;

test('HOOK-4 a shop whose database connections keep breaking loses no order or payment, and does nothing twice', async ({
  annotate,
}) => {
  // For the operator it is a minute later, so that no call is running any more. Retries are quick, so that the test is.
  const processing = { firstDelayInMs: 10, longestDelayInMs: 100, attempts: 1_000 };
  const testShop = await shops.open('PostgreSQL', { now: () => new Date(Date.now() + 60_000), processing });
  const database = await connectBeside(testShop);
  const sellers = createVisitor(testShop.shop.url);
  await sellers.post('/seller', seller);
  const market: Market = { testShop, database, seller: patient(sellers), purchases: [] };

  let isOver = false;
  const buying = Array.from({ length: buyers }, () => buyUntil(() => isOver, market));
  let broken = 0;
  for (let index = 0; index < breaks; index += 1) {
    broken += await database.breakConnections();
    await later(pauseInMs);
  }
  isOver = true;
  await Promise.all(buying);
  const { purchases } = market;
  const paidMeanwhile = purchases.filter(({ isPaid }) => isPaid).length;
  const resolved = await resolveAll(market);
  for (const purchase of purchases) await pay(market, purchase);
  await untilHandled(testShop);

  await annotate(
    `${purchases.length} orders, ${paidMeanwhile} paid meanwhile, ${resolved} pending steps; ${broken} connections broken, ${purchases.reduce((sum, { buyer }) => sum + buyer.failures, market.seller.failures)} answers with 503`,
  );
  expect(broken).toBeGreaterThan(0);
  expect(purchases.filter(({ isPaid }) => !isPaid)).toEqual([]);
  await expectEachOnce(market);
});

/** The state that the buyers share. */
interface Market {
  testShop: TestShop;
  database: Awaited<ReturnType<typeof connectBeside>>;
  seller: PatientVisitor;
  purchases: Purchase[];
}

interface Purchase {
  /** The title of the item, unique to this purchase, so that it identifies the order. */
  title: string;
  buyer: PatientVisitor;
  orderPath: string;
  isPaid: boolean;
}

/** Orders and pays one item after another. */
async function buyUntil(isOver: () => boolean, market: Market): Promise<void> {
  while (!isOver()) {
    const title = `Table ${market.purchases.length}`;
    const purchase = { title, buyer: patient(createVisitor(market.testShop.shop.url)), orderPath: '', isPaid: false };
    market.purchases.push(purchase);
    const listed = await sendItem(market.seller, { ...item, title });
    expect(listed.status, listed.text).toBe(303);
    const { text } = await purchase.buyer.get('/');
    const itemPath = new RegExp(`href="(/items/[0-9a-f]+)">${title}<`).exec(text)?.[1] ?? '';
    const { status, location } = await placeOrder(purchase.buyer, itemPath);
    expect(status).toBe(303);
    purchase.orderPath = location;
    await pay(market, purchase);
  }
}

/** Pays the open payments of an order. If a step of its contract is pending, it pays nothing. */
async function pay({ testShop, database }: Market, purchase: Purchase): Promise<void> {
  const { buyer, orderPath, title } = purchase;
  const order = await buyer.get(orderPath);
  if (
    order.text.includes('We are setting up your payments.') &&
    (await buyer.post(`${orderPath}/open`)).status === 409
  ) {
    return;
  }
  for (const part of parts) {
    const payment = `${orderPath}/payments/${part}`;
    const isWaiting = async () => JSON.parse((await buyer.get(`${payment}/state`)).text).isWaiting === true;
    if (!(await isWaiting())) continue;
    const { location } = await buyer.post(`${payment}/checkout`);
    expect(location).toContain('&ticket=');
    const milestoneId = await database.findMilestone(orderPath.replace('/orders/', ''), part);
    const event = { status: 'PAID', milestoneId, referenceId: referenceOf(title, part) };
    // The service retries an event until it gets a 200, and may send it twice.
    await Promise.all([sendUntilStored(testShop, event), sendUntilStored(testShop, event)]);
    await expect.poll(isWaiting, { ...untilTimeout, interval: 20 }).toBe(false);
  }
  purchase.isPaid = true;
}

const referenceOf = (title: string, part: string): string => `${part} of ${title}.`;

async function sendUntilStored(testShop: TestShop, event: Parameters<typeof sendEvent>[1]): Promise<void> {
  for (let status = 0; status !== 200; ) {
    status = await sendEvent(testShop, event);
    expect([200, 500, 503]).toContain(status);
  }
}

/** Resolves the pending steps and resumes the orders, until no step is pending. Returns the number of steps. */
async function resolveAll({ testShop, database }: Market): Promise<number> {
  const { shop } = testShop;
  for (let resolved = 0; ; ) {
    const more = await resolveSteps(shop.storage.journal, testShop, (key) =>
      database.findTitle(key.replace('order-', '')),
    );
    if (more === 0) return resolved;
    resolved += more;
    await resumeOrders(shop);
  }
}

/** Expects each order once, with one contract, and each payment paid once, with one message and the first reference. */
async function expectEachOnce({ testShop, database, purchases }: Market): Promise<void> {
  const { storage } = testShop.shop;
  const titles = purchases.map(({ title }) => title).toSorted();
  const { tables } = await testShop.control.export();
  const contracts = tables['contracts']?.map(({ detailsJson }) => titleOf(detailsJson));
  expect((await database.columnOf('title', 'items')).toSorted()).toEqual(titles);
  expect((await database.columnOf('title', 'orders')).toSorted()).toEqual(titles);
  expect(new Set(await database.columnOf('state', 'orders'))).toEqual(new Set(['PAID']));
  expect(contracts?.toSorted()).toEqual(titles);
  expect(tables['milestones']).toHaveLength(2 * titles.length);
  const references = titles.flatMap((title) => parts.map((part) => referenceOf(title, part)));
  expect((await database.columnOf('"referenceId"', 'payments')).toSorted()).toEqual(references.toSorted());
  const messages = titles.flatMap((title) => [
    `Badr Buyer paid the deposit of ${title}. Begin the work.`,
    `Badr Buyer paid the rest of ${title}. Deliver it.`,
  ]);
  expect((await database.columnOf('text', 'messages')).toSorted()).toEqual(messages.toSorted());
  expect(await storage.inbox.counts()).toMatchObject({ pending: 0, processing: 0, dead: 0, quarantined: 0 });
  expect(await storage.inbox.find({ status: 'done', limit: references.length + 1 })).toHaveLength(references.length);
}

interface PatientVisitor extends Visitor {
  /** The number of 503 answers. */
  failures: number;
}

/** A visitor who repeats each request until the shop does not answer 503. */
function patient(visitor: Visitor): PatientVisitor {
  const untilDone = async (send: () => ReturnType<Visitor['get']>) => {
    for (;;) {
      const answer = await send();
      if (answer.status < 500) return answer;
      expect(answer.status, answer.text).toBe(503);
      expect(answer.text).toContain('Try again in a minute');
      self.failures += 1;
    }
  };
  const self: PatientVisitor = {
    failures: 0,
    get: (path) => untilDone(() => visitor.get(path)),
    post: (path, form) => untilDone(() => visitor.post(path, form)),
  };
  return self;
}

/** A connection of the test's own, which it does not break. */
async function connectBeside({ shop }: TestShop) {
  const pool = createPostgresPool({ connectionString: shop.config.databaseUrl, max: 1 });
  onTestFinished(() => pool.end());
  const columnOf = async (column: string, tableAndCondition: string, values: string[] = []): Promise<string[]> => {
    const { rows } = await pool.query(`select ${column} as value from ${tableAndCondition}`, values);
    return rows.map(({ value }) => value);
  };
  return {
    columnOf,
    findTitle: async (orderId: string) => (await columnOf('title', 'orders where id = $1', [orderId]))[0] ?? '',
    findMilestone: async (orderId: string, part: string) =>
      (await columnOf('"milestoneId"', 'payments where "orderId" = $1 and part = $2', [orderId, part]))[0] ?? '',
    /** Breaks all other connections to this database, and returns their number. */
    async breakConnections(): Promise<number> {
      const others = 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      return (await columnOf('pg_terminate_backend(pid)', others)).length;
    },
  };
}
