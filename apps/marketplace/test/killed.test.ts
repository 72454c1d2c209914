import { isSoak } from '@escrow-kit/suite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { startShop } from '../src/start-shop.ts';
import { untilTimeout } from './support/events.ts';
import { readQuestion } from './support/operator.ts';
import { listItem, placeOrder } from './support/people.ts';
import { startShopProcess } from './support/shop-process.ts';
import { type Store, stores, usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();
describe.each<Store>(isSoak ? stores : ['SQLite'])('on %s', (store) => {
  test('a shop that is killed while it opens a contract resumes after a restart, and repeats nothing', async () => {
    const { environment, control } = await shops.configure(store);
    const killable = { ...environment, ESCROW_TIMEOUT_IN_MS: '2000' };
    const first = await startShopProcess(killable);
    const cookies = new Map<string, string>();
    const itemPath = await listItem(createVisitor(first.url));
    await control.setFaults([{ target: 'addMilestones', kind: 'drop', when: 'after', times: 1 }]);
    const placing = placeOrder(createVisitor(first.url, { cookies }), itemPath).catch(() => 'killed meanwhile');
    await expect.poll(async () => (await control.milestones()).milestones.length, untilTimeout).toBe(1);

    await first.kill();
    const second = await startShop(readConfig(killable));
    onTestFinished(() => second.close());

    const [added] = (await control.milestones()).milestones;
    const operator = createVisitor(second.url, { isOperator: true });
    const asked = () => readQuestion(operator);
    const isAsked = async () => (await asked()).question === 'Was the milestone added?';
    await expect.poll(isAsked, { ...untilTimeout, interval: 100 }).toBe(true);
    const found = { id: added?.milestoneId ?? '', itemPrice: '500', fee: '20', feePercentage: '0.04' };
    const { status } = await (await asked()).answer({ outcome: 'succeeded', ...found });
    const { requests } = await control.requests({ operationId: 'createContract' });

    expect(await placing).toBe('killed meanwhile');
    expect(status).toBe(303);
    expect(await isAsked()).toBe(false);
    expect((await control.milestones()).milestones).toHaveLength(2);
    expect(requests).toHaveLength(1);
    expect((await createVisitor(second.url, { cookies }).get('/orders')).text).toContain('Pay the deposit');
  });
});

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
