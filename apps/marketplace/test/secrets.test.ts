import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSoak } from '@escrow-kit/suite';
import { describe, expect, test } from 'vitest';
import { sendEvent } from './support/events.ts';
import { buyer, item, placeOrder, seller, sendItem } from './support/people.ts';
import { type Store, stores, usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();

/** Collects every answer and log entry of a sale, the payment and the operator's page. */
async function watchPurchase(store: Store) {
  const testShop = await shops.open(store);
  const { shop, control, log } = testShop;
  const seen: string[] = [];
  const visit = (isOperator = false) => createVisitor(shop.url, { isOperator, seen });
  const [sellerVisitor, buyerVisitor, operator] = [visit(), visit(), visit(true)];
  await sellerVisitor.post('/seller', seller);
  await sendItem(sellerVisitor, item);
  const { text } = await sellerVisitor.get('/seller');
  const [, itemPath = ''] = /href="(\/items\/[^"]+)"/.exec(text) ?? [];
  await buyerVisitor.get('/');
  await buyerVisitor.get(itemPath);
  const { location: orderPath } = await placeOrder(buyerVisitor, itemPath);
  const payment = `${orderPath}/payments/deposit`;
  const { location: checkout } = await buyerVisitor.post(`${payment}/checkout`);
  for (const path of [
    orderPath,
    '/orders',
    payment,
    `${payment}?cameBackAt=${Date.now()}`,
    `${payment}?cameBackAt=1`,
    `${payment}/state`,
    `${payment}/consent`,
  ])
    await buyerVisitor.get(path);
  const [deposit] = (await control.milestones()).milestones.slice(-1);
  await sendEvent(testShop, { milestoneId: deposit?.milestoneId ?? '', status: 'PAID', referenceId: 'a' });
  await sendEvent(testShop, { milestoneId: 'of nobody', status: 'PAID', referenceId: 'b' });
  await shop.receiver.stop();
  await control.setFaults([{ target: 'createContract', kind: 'reset', when: 'after', times: 1 }]);
  await placeOrder(buyerVisitor, itemPath);
  for (const path of ['/seller', '/shop.js', '/styles.css']) await sellerVisitor.get(path);
  for (const path of ['/operator', '/nowhere']) await operator.get(path);
  return { testShop, seen, log, checkout };
}

describe.each<Store>(isSoak ? stores : ['SQLite'])('on %s', (store) => {
  test('TICKET-6 no page and no log entry contains a token, a secret or a bank account; a ticket is only in its redirect, which is not cacheable', async () => {
    const { testShop, seen, log, checkout } = await watchPurchase(store);

    const { client, webhookSecret, cookieSecret, operatorPassword } = testShop.shop.config;
    const { organization, clientAdmin } = client.tokens;
    const secrets = [client.clientSecret, organization, clientAdmin, webhookSecret, cookieSecret, operatorPassword];
    const personal = [seller.iban, seller.nationalId];
    const all = [...seen, ...log];
    expect([seen.length > 15, log.length > 0]).toEqual([true, true]);
    expect([...secrets, ...personal].filter((secret) => all.some((text) => text.includes(secret)))).toEqual([]);
    expect(log.filter((line) => line.includes(buyer.phone) || line.includes(seller.phone))).toEqual([]);
    const ticket = new URL(checkout).searchParams.get('ticket') ?? '';
    // The pages' script contains the name of the parameter.
    const holders = all.filter(
      (text) => !text.startsWith('/shop.js') && (text.includes('ticket=') || text.includes(ticket)),
    );
    expect(ticket).not.toBe('');
    expect(holders).toHaveLength(1);
    expect(holders[0]).toContain('cache-control,no-store');
    expect(holders[0]?.match(/ticket=/g)).toHaveLength(1);
  });
});

test('no bank account and no national id is stored', async () => {
  const { shop } = await shops.open('SQLite');
  const visitor = createVisitor(shop.url);
  await visitor.post('/seller', { ...seller, iban: 'SA00' });
  await visitor.post('/seller', seller);

  const { databaseFile } = shop.config;
  const stored = await Promise.all(
    (await readdir(dirname(databaseFile))).map((name) => readFile(join(dirname(databaseFile), name), 'latin1')),
  );

  const holds = (text: string) => stored.some((file) => file.includes(text));
  expect([seller.phone, seller.iban, seller.nationalId].map(holds)).toEqual([true, false, false]);
});
