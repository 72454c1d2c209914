import { isSoak } from '@escrow-kit/suite';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { startShop } from '../src/start-shop.ts';
import { untilTimeout } from './support/events.ts';
import { listItem, placeOrder } from './support/people.ts';
import { startShopProcess } from './support/shop-process.ts';
import { fillInOrder, openPage } from './support/shoppers.ts';
import { operatorPassword, type Store, stores, usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();
describe.each<Store>(isSoak ? stores : ['SQLite'])('on %s', (store) => {
  test('a shop that is killed while it opens a contract resumes after a restart, and repeats nothing', async () => {
    const { environment, control } = await shops.configure(store);
    const killable = { ...environment, ESCROW_TIMEOUT_IN_MS: '2000' };
    const httpCredentials = { username: 'operator', password: operatorPassword };
    const [first, page] = await Promise.all([startShopProcess(killable), openPage({ httpCredentials })]);
    const itemPath = await listItem(createVisitor(first.url));
    await page.goto(`${first.url}${itemPath}`);
    await control.setFaults([{ target: 'addMilestones', kind: 'drop', when: 'after', times: 1 }]);
    await fillInOrder(page);
    await page.getByRole('button', { name: 'Order' }).click({ noWaitAfter: true });
    await expect.poll(async () => (await control.milestones()).milestones.length, untilTimeout).toBe(1);

    await first.kill();
    const second = await startShopProcess(killable);

    const [added] = (await control.milestones()).milestones;
    const question = page.getByRole('heading', { name: 'Was the milestone added?' });
    await expect
      .poll(
        async () => {
          await page.goto(`${second.url}/operator`);
          return question.isVisible();
        },
        { ...untilTimeout, interval: 200 },
      )
      .toBe(true);
    await page.getByLabel('Its id').fill(added?.milestoneId ?? '');
    await page.getByLabel('Its price in SAR').fill('500');
    await page.getByLabel('Its fee in SAR').fill('20');
    await page.getByLabel('Its fee as a fraction').fill('0.04');
    await page.getByRole('button', { name: 'Yes, it was' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await control.milestones()).milestones).toHaveLength(2);
    const { requests } = await control.requests({ operationId: 'createContract' });
    expect(requests).toHaveLength(1);
    await page.goto(`${second.url}/orders`);
    expect(await page.getByText('Pay the deposit').isVisible()).toBe(true);
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
