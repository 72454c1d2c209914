import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { sendMessage } from '../src/shop/messages.ts';
import { startShop } from '../src/start-shop.ts';
import { openPostgres } from '../src/storage/postgres.ts';
import { openSqlite } from '../src/storage/sqlite.ts';
import { ConflictError, insert, type Storage } from '../src/storage/storage.ts';
import { startLossyProxy } from './support/lossy-proxy.ts';
import { buyer, item, seller, tokenOf } from './support/people.ts';
import { type Store, stores, usedShops } from './support/test-shop.ts';
import { type Answer, createVisitor } from './support/visitor.ts';

const shops = usedShops();

async function openStorage(store: Store): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-test-'));
  const storage = store === 'SQLite' ? openSqlite(join(folder, 'shop.db')) : await openPostgres(await createDatabase());
  onTestFinished(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });
  return storage;
}

test.each(stores)(
  'a write with a conflict is rolled back, and the next write does not commit it: %s',
  async (store) => {
    const storage = await openStorage(store);
    const addSeller = insert('sellers', { id: 'a', phone: '+966500000001', firstName: 'Sara', lastName: 'Seller' });
    const tell = (text: string) => sendMessage({ recipient: 'a', text, sentAt: new Date().toISOString() });
    await storage.write([addSeller]);

    const failure = await storage.write([tell('first'), addSeller]).catch((error: unknown) => error);
    await storage.write([tell('second')]);

    expect(failure).toBeInstanceOf(ConflictError);
    expect(await storage.query('select text from messages')).toEqual([{ text: 'second' }]);
  },
);

test('if the answer to a commit is lost, a repeated form lists, orders and opens once', async () => {
  const { environment, control } = await shops.configure('PostgreSQL');
  const proxy = await startLossyProxy(environment['DATABASE_URL'] ?? '');
  const shop = await startShop(readConfig({ ...environment, DATABASE_URL: proxy.databaseUrl }), { log: () => {} });
  onTestFinished(() => shop.close());
  const visitor = createVisitor(shop.url);
  await visitor.post('/seller', seller);
  /** Sends a form twice; the first time, the answer to its n-th commit is lost. */
  const sendTwice = async (path: string, form: Record<string, string>, n = 1): Promise<[Answer, Answer]> => {
    proxy.loseCommit(n);
    const first = await visitor.post(path, form);
    expect(proxy.hasLost()).toBe(true);
    return [first, await visitor.post(path, form)];
  };

  const listed = await sendTwice('/seller/items', { ...item, formToken: tokenOf(await visitor.get('/seller')) });
  const [, itemPath = ''] = /href="(\/items\/[^"]+)"/.exec((await visitor.get('/')).text) ?? [];
  const order = async () => ({ ...buyer, formToken: tokenOf(await visitor.get(itemPath)) });
  const placed = await sendTwice(`${itemPath}/orders`, await order());
  // The first commit stores the order, the second makes it OPEN.
  const opened = await sendTwice(`${itemPath}/orders`, await order(), 2);
  const paid = await sendTwice(`${opened[1].location}/payments/deposit/checkout`, {});

  const statuses = [listed, placed, opened, paid].map((answers) => answers.map(({ status }) => status));
  expect(statuses).toEqual([
    [503, 303],
    [503, 303],
    [303, 303],
    [503, 303],
  ]);
  expect(opened[0].location).toBe(opened[1].location);
  expect(paid[1].location).toContain('&ticket=');
  expect((await visitor.get('/')).text.match(/href="\/items\//g)).toHaveLength(1);
  expect((await visitor.get('/orders')).text.match(/Pay the deposit/g)).toHaveLength(2);
  expect((await control.milestones()).milestones).toHaveLength(4);
});
