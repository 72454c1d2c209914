import { isSoak } from '@escrow-kit/suite';
import { describe, expect, test } from 'vitest';
import { buyer, item, listItem, orderOf, placeOrder, seller, tokenOf } from './support/people.ts';
import { type Store, stores, usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();

describe.each<Store>(isSoak ? stores : ['SQLite'])('on %s', (store) => {
  test('BANK-2 a seller sees what to correct, corrects it, and may sell', async () => {
    const { shop, control } = await shops.open(store);
    const visitor = createVisitor(shop.url);

    const refused = await visitor.post('/seller', { ...seller, iban: 'DE00' });
    const accepted = await visitor.post('/seller', seller);

    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Write the Saudi IBAN as SA followed by 22 digits, without spaces.');
    expect(refused.text).toContain(`value="${seller.nationalId}"`);
    expect(accepted).toMatchObject({ status: 303, location: '/seller' });
    // The seller and the broker.
    expect((await control.users()).users).toHaveLength(2);
  });

  test('a seller cannot change the phone that the service already has, but can correct the bank account', async () => {
    const { shop, control } = await shops.open(store);
    const visitor = createVisitor(shop.url);
    await control.setFaults([{ target: 'addBankAccount', kind: 'status', status: 422, times: 1 }]);
    await visitor.post('/seller', seller);

    const refused = await visitor.post('/seller', { ...seller, phone: buyer.phone });
    const accepted = await visitor.post('/seller', { ...seller, iban: 'SA4420000001234567891234' });

    expect(refused.status).toBe(409);
    expect(refused.text).toContain('already has a part of this');
    expect(accepted).toMatchObject({ status: 303, location: '/seller' });
  });

  test('a seller who clicks twice signs up once, without an error', async () => {
    const { shop, control, log } = await shops.open(store);
    const visitor = createVisitor(shop.url);
    await visitor.get('/seller');

    const answers = await Promise.all([visitor.post('/seller', seller), visitor.post('/seller', seller)]);

    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await control.requests({ operationId: 'addBankAccount' })).requests).toHaveLength(1);
    expect(log).toEqual([]);
  });

  test('a refused sign-up form is shown again with its values and the corrections', async () => {
    const { shop, log } = await shops.open(store);
    const visitor = createVisitor(shop.url);

    const { status, text } = await visitor.post('/seller', {
      ...seller,
      firstName: ' ',
      street: 'King Fahd Road\r\nThird floor',
      city: 'R'.repeat(201),
    });

    expect(status).toBe(400);
    expect(correctionsIn(text)).toEqual([
      'Fill in “First name”.',
      'Write “Street” in one line, without control characters.',
      'Shorten “City” to 200 characters.',
    ]);
    expect(valuesIn(text)).toEqual({
      ...seller,
      firstName: '',
      street: 'King Fahd Road Third floor',
      city: 'R'.repeat(201),
    });
    expect(log).toEqual([]);
  });

  test('a refused order form is shown again, with a new token if it had none, and its correction orders', async () => {
    const { shop } = await shops.open(store);
    const visitor = createVisitor(shop.url);
    const itemPath = await listItem(createVisitor(shop.url));
    await visitor.get(itemPath);

    const refused = await visitor.post(`${itemPath}/orders`, { ...buyer, lastName: '' });
    const sent = valuesIn(refused.text);
    const accepted = await visitor.post(`${itemPath}/orders`, { ...sent, lastName: buyer.lastName });

    expect(refused.status).toBe(400);
    expect(correctionsIn(refused.text)).toEqual([
      'Load the page again, and send the form once more.',
      'Fill in “Last name”.',
    ]);
    expect(sent).toMatchObject({ ...buyer, lastName: '', formToken: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(accepted.status).toBe(303);
  });

  test('USER-1 a buyer with a malformed phone number gets an error, and nothing is ordered', async () => {
    const { shop } = await shops.open(store);
    const visitor = createVisitor(shop.url);
    const itemPath = await listItem(createVisitor(shop.url));

    const { status, text } = await placeOrder(visitor, itemPath, { ...buyer, phone: '0500' });

    expect(status).toBe(400);
    expect(text).toMatch(/<li>[^<]*E\.164/);
    expect((await visitor.get('/orders')).text).toContain('You have no orders in this browser yet');
  });

  test('an order whose contract was refused is stored, and opened once the cause is fixed', async () => {
    const { shop, control, log } = await shops.open(store);
    const itemPath = await listItem(createVisitor(shop.url));
    const visitor = createVisitor(shop.url);
    await visitor.get('/');
    await control.setFaults([{ target: 'createContract', kind: 'status', status: 422, times: 1 }]);
    const { location } = await placeOrder(visitor, itemPath);
    const setDeadline = (deadline: string) =>
      shop.storage.write([{ sql: 'update orders set "deadLine" = $1', values: [deadline] }]);
    const before = await visitor.get(location);
    await setDeadline('soon');
    const broken = await visitor.post(`${location}/open`);
    await setDeadline(new Date().toISOString());

    const { status } = await visitor.post(`${location}/open`);

    expect(before.text).toContain('We are setting up your payments.');
    // The visitor filled in no form, so a broken rule is the shop's mistake.
    expect(broken).toMatchObject({ status: 500, text: expect.stringContaining('Something went wrong on our side.') });
    expect(log.join()).toContain('MILESTONE-1');
    expect(status).toBe(303);
    expect((await visitor.get(location)).text).toContain('Pay the deposit');
  });

  test('a form that is submitted twice makes one order of its buyer, and no question for the operator', async () => {
    const { shop, control, log } = await shops.open(store);
    const itemPath = await listItem(createVisitor(shop.url));
    const [visitor, other] = [createVisitor(shop.url), createVisitor(shop.url)];
    await Promise.all([visitor, other].map((each) => each.get(itemPath)));
    const send = (sender = visitor) => sender.post(`${itemPath}/orders`, { ...buyer, formToken: '../seller' });

    const answers = [...(await Promise.all([send(), send()])), await send(), await send(other)];

    const [first, second, third, others] = answers.map(({ location }) => location);
    expect(first).toMatch(/^\/orders\/[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, first]);
    expect(others).toMatch(/^\/orders\/[0-9a-f]{32}$/);
    expect(others).not.toBe(first);
    expect((await control.milestones()).milestones).toHaveLength(4);
    expect((await visitor.get('/orders')).text.match(/href="\/orders\/./g)).toHaveLength(1);
    expect(log).toEqual([]);
  });

  test('submitting an item form twice lists one item, a changed form another, and an invalid amount none', async () => {
    const { shop } = await shops.open(store);
    const visitor = createVisitor(shop.url);
    await visitor.post('/seller', seller);
    const formToken = tokenOf(await visitor.get('/seller'));
    const send = (changed: Partial<typeof item>) => visitor.post('/seller/items', { ...item, ...changed, formToken });

    const answers = [...(await Promise.all([send({}), send({})])), await send({ title: 'A chair' })];
    const refused = await Promise.all(['0', '-1', '1.234', '1e3', 'much'].map((deposit) => send({ deposit })));

    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect((await visitor.get('/')).text.match(/href="\/items\//g)).toHaveLength(2);
  });

  test('only the browser that placed an order can see it, and pays its deposit first', async () => {
    const testShop = await shops.open(store);
    const { buyer: visitor, orderPath } = await orderOf(testShop);
    const stranger = createVisitor(testShop.shop.url);

    const answers = [
      await stranger.get(orderPath),
      await stranger.get(`${orderPath}/payments/deposit/state`),
      await stranger.post(`${orderPath}/payments/deposit/checkout`),
      await visitor.post(`${orderPath}/payments/rest/checkout`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 409]);
    expect(answers.some(({ text }) => text.includes(item.title))).toBe(false);
  });
});

test('a request from a frame, which lacks the cookie, gets no new one', async () => {
  const { shop } = await shops.open('SQLite');
  const answer = async (headers: Record<string, string>) =>
    (await fetch(`${shop.url}/orders`, { headers })).headers.getSetCookie().length;

  expect([await answer({ 'sec-fetch-dest': 'iframe' }), await answer({ 'sec-fetch-dest': 'document' })]).toEqual([
    0, 1,
  ]);
});

/** The corrections in an alert above a form. */
const correctionsIn = (text: string): (string | undefined)[] =>
  [...text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, correction]) => correction);

/** The values of the fields of a page. */
const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input [^>]*name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
