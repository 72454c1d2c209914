import { expect, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { startShop } from '../src/start-shop.ts';
import { listItem, placeOrder } from './support/people.ts';
import { usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();

test('an order that is being placed when the shop closes is completed, and its buyer gets an answer', async () => {
  const { environment, control } = await shops.configure('SQLite');
  const log: string[] = [];
  const shop = await startShop(readConfig(environment), { log: (line) => log.push(line) });
  const itemPath = await listItem(createVisitor(shop.url));
  const placing = placeOrder(createVisitor(shop.url), itemPath);
  await expect.poll(() => shop.runs.size, { interval: 1 }).toBe(1);

  await shop.close();

  expect(await placing).toMatchObject({ status: 303 });
  expect((await control.milestones()).milestones).toHaveLength(2);
  expect(log).toEqual([]);
});
