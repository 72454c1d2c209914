import { isSoak } from '@escrow-kit/suite';
import { signedRequest } from '@escrow-kit/webhooks';
import { describe, expect, test } from 'vitest';
import { sendEvent, untilHandled } from './support/events.ts';
import { orderOf } from './support/people.ts';
import { type Store, stores, usedShops } from './support/test-shop.ts';

const shops = usedShops();

describe.each(stores)('on %s', (store) => {
  test('an order completes once, even if its events are repeated and out of order', async () => {
    const testShop = await shops.open(store);
    const { seller, buyer, orderPath, milestoneIds } = await orderOf(testShop);
    const events = milestoneIds.flatMap((milestoneId) => [
      { milestoneId, status: 'PAID', referenceId: `paid-${milestoneId}` },
      { milestoneId, status: 'COMPLETED', referenceId: 'first' },
      { milestoneId, status: 'COMPLETED', referenceId: 'second' },
    ]);

    const answers = await Promise.all([...events, ...events.reverse()].map((event) => sendEvent(testShop, event)));
    await untilHandled(testShop);

    const { text } = await seller.get('/seller');
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(text.match(/The sale of A table is complete/g)).toHaveLength(1);
    expect(text).toContain('SAR 1,899.99 are on your bank account');
    expect((await buyer.get(orderPath)).text).toContain('Your order is complete');
  });
});

describe.each<Store>(isSoak ? stores : ['SQLite'])('on %s', (store) => {
  test('HOOK-7 a PAID after COMPLETED moves nothing back, adds its reference and is reported to the operator', async () => {
    const testShop = await shops.open(store);
    const { buyer, operator, orderPath, milestoneIds } = await orderOf(testShop);
    const [milestoneId] = milestoneIds;
    await sendEvent(testShop, { status: 'COMPLETED', milestoneId });
    await untilHandled(testShop);

    await sendEvent(testShop, { status: 'PAID', milestoneId, referenceId: 'transaction-17' });
    await untilHandled(testShop);

    const { text } = await buyer.get(orderPath);
    expect(text).toContain('Paid out to the seller');
    expect(text).toContain('Payment reference transaction-17');
    expect((await operator.get('/operator')).text).toContain(`PAID of ${milestoneId} came late.`);
    expect(testShop.log).toEqual([]);
  });

  test('the seller sees how much is held and how much was released', async () => {
    const testShop = await shops.open(store);
    const { seller, milestoneIds } = await orderOf(testShop);
    const figures = async () =>
      Array.from((await seller.get('/seller')).text.matchAll(/<dd>(.*?)<\/dd>/g), ([, dd]) => dd);
    const [deposit, rest] = milestoneIds;
    await sendEvent(testShop, { milestoneId: deposit, status: 'PAID', referenceId: 'a' });
    await sendEvent(testShop, { milestoneId: rest, status: 'PAID', referenceId: 'b' });
    await untilHandled(testShop);
    const paid = await figures();

    await sendEvent(testShop, { milestoneId: deposit, status: 'CASHOUT_IN_PROGRESS' });
    await untilHandled(testShop);

    expect(paid).toEqual(['SAR 1,899.99', 'SAR 0.00']);
    expect(await figures()).toEqual(['SAR 1,424.99', 'SAR 475.00']);
  });

  test('an event without an order becomes a dead letter, which the operator can replay', async () => {
    const testShop = await shops.open(store, { processing: { attempts: 1 } });
    const { operator } = await orderOf(testShop);
    await sendEvent(testShop, { milestoneId: 'of nobody', status: 'PAID', referenceId: 'a' });
    await untilHandled(testShop);
    const { text } = await operator.get('/operator');
    const [, key = ''] = /name="key" value="(.+?)"><button>/.exec(text) ?? [];

    const { status } = await operator.post('/operator/dead-letters', { key });
    await untilHandled(testShop);

    expect(text).toContain('No order has the milestone of nobody.');
    expect(status).toBe(303);
    expect(testShop.log.filter((line) => line.includes('of nobody'))).toHaveLength(2);
  });

  test('HOOK-7 a second PAID is shown to the operator if its reference or body differs, and the first reference stays', async () => {
    const testShop = await shops.open(store);
    const { seller, buyer, operator, orderPath, milestoneIds } = await orderOf(testShop);
    const [milestoneId] = milestoneIds;
    for (const referenceId of ['transaction-1', 'transaction-1', 'transaction-2', 'transaction-1', 'transaction-2']) {
      expect(await sendEvent(testShop, { status: 'PAID', milestoneId, referenceId })).toBe(200);
    }
    await untilHandled(testShop);

    await sendEvent(testShop, { status: 'PAID', milestoneId, referenceId: 'transaction-1', note: 'again' });
    await untilHandled(testShop);

    const [order, messages, sales] = [
      await buyer.get(orderPath),
      await operator.get('/operator'),
      await seller.get('/seller'),
    ];
    expect(order.text).toContain('Payment reference transaction-1');
    expect(order.text).not.toContain('transaction-2');
    expect(messages.text.match(/the reference transaction-1 and again with transaction-2/g)).toHaveLength(1);
    expect(messages.text.match(/It may be a second payment: ask the service/g)).toHaveLength(1);
    expect(messages.text).toContain('The body differs from the one stored');
    expect(sales.text.match(/paid the deposit/g)).toHaveLength(1);
    expect(sales.text).toContain('SAR 475.00');
  });

  test('HOOK-8 what is not a known event is shown to the operator, without its body, and moves nothing', async () => {
    const testShop = await shops.open(store);
    const { buyer, operator, orderPath, milestoneIds } = await orderOf(testShop);
    const request = signedRequest({ body: '{"name":"Badr Buyer"}', secret: testShop.shop.config.webhookSecret });

    const { status } = await fetch(`${testShop.shop.url}/webhooks`, request);
    await sendEvent(testShop, { milestoneId: milestoneIds[0], status: 'REFUNDED' });
    await untilHandled(testShop);

    const { text } = await operator.get('/operator');
    expect(status).toBe(200);
    expect(text.match(/The body holds no event\./g)).toHaveLength(1);
    expect(text).toContain(`REFUNDED of ${milestoneIds[0]} has an unknown status.`);
    expect(text).not.toContain('Badr Buyer');
    expect((await buyer.get(orderPath)).text).toContain('Not paid yet');
  });

  test('HOOK-4 a missing event is shown to the operator, who can record the payment', async () => {
    let minutesLater = 0;
    const testShop = await shops.open(store, { now: () => new Date(Date.now() + minutesLater * 60_000) });
    const { buyer, operator, orderPath, milestoneIds } = await orderOf(testShop);
    await buyer.post(`${orderPath}/payments/deposit/checkout`);
    const atOnce = await operator.get('/operator');
    minutesLater = 3;
    const later = await operator.get('/operator');

    const form = { milestoneId: milestoneIds[0], referenceId: 'told-by-phone' };
    const { status } = await operator.post('/operator/events', form);
    await untilHandled(testShop);

    expect(atOnce.text).not.toContain('It was paid');
    expect(later.text).toContain('It was paid');
    expect(status).toBe(303);
    expect((await buyer.get(orderPath)).text).toContain('Payment reference told-by-phone');
    expect((await operator.get('/operator')).text).not.toContain('It was paid');
  });
});
