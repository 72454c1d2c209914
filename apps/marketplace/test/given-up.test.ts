import { isSoak } from '@escrow-kit/suite';
import { describe, expect, test } from 'vitest';
import { startShop } from '../src/start-shop.ts';
import { sendEvent, untilHandled } from './support/events.ts';
import { orderOf } from './support/people.ts';
import { type Store, stores, type TestShop, usedShops } from './support/test-shop.ts';

const shops = usedShops();
const dayInMs = 24 * 60 * 60 * 1000;

/** Starts a second shop on the same database, some days later, and closes it. */
async function startLater({ shop }: TestShop, days: number): Promise<void> {
  const now = () => new Date(Date.now() + days * dayInMs);
  const later = await startShop(shop.config, { now, log: shop.log });
  await later.close();
}

describe.each<Store>(isSoak ? stores : ['SQLite'])('on %s', (store) => {
  test('an order that is unpaid for a week is given up, and cannot be paid any more', async () => {
    const testShop = await shops.open(store);
    const { buyer, orderPath } = await orderOf(testShop);
    await startLater(testShop, 6);
    const before = await buyer.get(orderPath);

    await startLater(testShop, 8);

    expect(before.text).toContain('Pay the deposit');
    expect((await buyer.get(orderPath)).text).toContain('we closed this order');
    expect((await buyer.post(`${orderPath}/payments/deposit/checkout`)).status).toBe(409);
    expect((await buyer.get(`${orderPath}/payments/deposit?cameBackAt=1`)).text).not.toContain('<form');
  });

  test('a payment for a given-up order opens it again, and the operator gets a message', async () => {
    const testShop = await shops.open(store);
    const { buyer, operator, orderPath, milestoneIds } = await orderOf(testShop);
    await startLater(testShop, 8);

    await sendEvent(testShop, { status: 'PAID', milestoneId: milestoneIds[0], referenceId: 'a' });
    await untilHandled(testShop);

    expect((await buyer.get(orderPath)).text).toContain('The deposit is paid.');
    expect((await operator.get('/operator')).text).toContain('which was given up. It is open again');
  });

  test('a partly paid order is not given up', async () => {
    const testShop = await shops.open(store);
    const { buyer, orderPath, milestoneIds } = await orderOf(testShop);
    await sendEvent(testShop, { status: 'PAID', milestoneId: milestoneIds[1], referenceId: 'a' });
    await untilHandled(testShop);

    await startLater(testShop, 8);

    expect((await buyer.get(orderPath)).text).toContain('Pay the deposit');
  });
});
