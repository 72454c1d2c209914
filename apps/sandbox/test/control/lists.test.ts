import { expect, test } from 'vitest';
import {
  addBank,
  createMilestone,
  createPaidMilestone,
  createReadyMilestone,
  newPhone,
  parentRequest,
} from '../support/escrow-steps.ts';
import { callControl, send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const started = startedSandbox();
const newTenant = () => createTenantSandbox(started());

test('users are listed by phone number, with consent and what they need to be paid out, and a milestone has the same of its parties', async () => {
  const tenant = await newTenant();
  const { control } = tenant;
  const { milestoneId, buyerPhone, sellerPhone, sellerId } = await createReadyMilestone(tenant, {
    seller: { firstName: 'Sara' },
  });
  await control.giveConsent(buyerPhone);
  await addBank(tenant, sellerId);

  const { users } = await control.users();
  const { parties, checkoutUrl, shortId } = await control.milestone(milestoneId);

  const ofBuyer = { consent: 'GRANTED', bankAccounts: 0, addresses: 0 };
  const ofSeller = { userId: sellerId, consent: 'PENDING', bankAccounts: 1, addresses: 0 };
  expect(users).toMatchObject([
    { phoneNumber: buyerPhone, firstName: null, ...ofBuyer },
    { phoneNumber: sellerPhone, firstName: 'Sara', ...ofSeller },
  ]);
  expect(parties).toMatchObject([
    { role: 'CUSTOMER', ...ofBuyer },
    { role: 'PROVIDER', ...ofSeller },
    { role: 'BROKER', userId: null, consent: null, bankAccounts: null, addresses: null },
  ]);
  expect(checkoutUrl).toContain(`/checkout/external/${shortId}?client_id=`);
});

test('contracts and milestones are listed newest first, and found by title, id, phone of a party and state', async () => {
  const tenant = await newTenant();
  const { control } = tenant;
  const ready = await createReadyMilestone(tenant);
  const item = { itemDetail: { title: 'A "blue" Table', description: '' } };
  const titled = await createMilestone(tenant, item, { itemDetail: { title: 'Furniture', description: '' } });
  const { shortId } = await control.milestone(ready.milestoneId);
  const found = async (query: object) => [
    ...(await control.contracts(query)).contracts.map(({ contractId }) => contractId),
    ...(await control.milestones(query)).milestones.map(({ milestoneId }) => milestoneId),
  ];

  expect(await found({})).toEqual([titled.contractId, ready.contractId, titled.milestoneId, ready.milestoneId]);
  for (const q of ['BLUE', 'furniture']) expect(await found({ q })).toEqual([titled.contractId, titled.milestoneId]);
  for (const q of [ready.contractId, ready.milestoneId, shortId, ready.buyerPhone]) {
    expect(await found({ q })).toEqual([ready.contractId, ready.milestoneId]);
  }
  expect(await found({ state: 'WAITING_FOR_PAYMENT' })).toEqual([ready.contractId, ready.milestoneId]);
  for (const q of [ready.buyerPhone, 'itemDetail', '%']) expect(await found({ q, state: 'CREATED' })).toEqual([]);
});

test('a list has as many entries as its limit, and says whether there are more', async () => {
  const tenant = await newTenant();
  const { control } = tenant;
  for (const made of [await createPaidMilestone(tenant), await createPaidMilestone(tenant)]) {
    await send(tenant, 'getUser', { path: { userId: made.milestoneId } });
  }

  for (const list of [control.users, control.contracts, control.milestones, control.requests, control.deliveries]) {
    const { hasMore, ...one } = await list({ limit: 1 });
    const all = await list({ limit: 1000 });

    expect([Object.values(one)[0]?.length, hasMore, all.hasMore]).toEqual([1, true, false]);
    expect(Object.values(all)[0]).toContainEqual(Object.values(one)[0]?.[0]);
  }
});

test.each([
  ['contracts', 'state=PAYED', 'state', 'one of CREATED, WAITING_FOR_PAYMENT, PAID, CASHOUT_IN_PROGRESS, COMPLETED.'],
  ['requests', 'outcome=wrong', 'outcome', 'one of answered, refused, failed.'],
  ['contracts', 'cursor=contract_1', 'cursor', 'listContracts has no parameter cursor. Use q, state, limit.'],
  ['users', 'limit=1001', 'limit', '1000'],
])('%s?%s is refused with the choices', async (list, query, field, choices) => {
  const { status, body } = await callControl(started(), `/${list}?${query}`);

  expect([status, body]).toEqual([400, expect.objectContaining({ field, message: expect.stringContaining(choices) })]);
});

test('an unknown milestone, user, delivery and request are refused', async () => {
  const { control } = started();
  const calls = [
    control.milestone('nothing'),
    control.pay('nothing'),
    control.redeliver('nothing'),
    control.delivery('nothing'),
    control.request('nothing'),
    control.giveConsent('+966500000999'),
  ];

  expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => ({ reason: { status: 404 } })));
});

test('requests are found by outcome, operation and rule, and one by its id', async () => {
  const tenant = await newTenant();
  const { control } = tenant;
  await send(tenant, 'registerCustomer', { body: { phoneNumber: newPhone() } });
  await send(tenant, 'createContract', { token: 'organization', body: {} });
  await control.setFaults([{ target: 'createContract', kind: 'status', status: 502 }]);
  await send(tenant, 'createContract', { body: parentRequest() });
  const find = async (query: object) => (await control.requests(query)).requests;

  const refused = await find({ outcome: 'refused' });

  expect(refused).toMatchObject([{ operationId: 'createContract', status: 403, rule: 'AUTH-4' }]);
  expect(await find({ outcome: 'answered' })).toMatchObject([{ operationId: 'registerCustomer', status: 200 }]);
  expect(await find({ outcome: 'failed' })).toMatchObject([{ operationId: 'createContract', status: 502 }]);
  expect(await find({ operationId: 'createContract' })).toMatchObject([{ status: 502 }, { status: 403 }]);
  expect(await find({ rule: 'AUTH-4' })).toEqual(refused);
  expect(await control.request(refused[0]?.id ?? '')).toEqual(refused[0]);
});

test('deliveries are found by state and milestone, and one by its id', async () => {
  const tenant = await newTenant();
  const { control } = tenant;
  const older = await createPaidMilestone(tenant);
  const { milestoneId } = await createPaidMilestone(tenant);

  const { deliveries } = await control.deliveries({ milestoneId });
  const pending = (await control.deliveries({ state: 'pending' })).deliveries;

  expect(deliveries).toMatchObject([{ milestoneId, status: 'PAID', state: 'pending' }]);
  expect(pending.map((delivery) => delivery.milestoneId)).toEqual([milestoneId, older.milestoneId]);
  expect((await control.deliveries({ state: 'failed' })).deliveries).toEqual([]);
  expect(await control.delivery(deliveries[0]?.id ?? '')).toEqual(deliveries[0]);
});
