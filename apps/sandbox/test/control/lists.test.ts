import { describe, expect, test } from 'vitest';
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

describe('the lists of the control API', () => {
  const started = startedSandbox();
  const newTenant = () => createTenantSandbox(started());

  test('users are listed by phone number, with consent and what they need to be paid out', async () => {
    const tenant = await newTenant();
    const [first, second] = [newPhone(), newPhone()];
    const { body } = await send(tenant, 'registerCustomer', { body: { phoneNumber: second, firstName: 'Sara' } });
    await addBank(tenant, body.serviceUserId);
    await send(tenant, 'registerCustomer', { body: { phoneNumber: first } });
    await tenant.control.giveConsent(second);

    const { users, hasMore } = await tenant.control.users();

    expect(users).toMatchObject([
      { phoneNumber: first, firstName: null, consent: 'PENDING', bankAccounts: 0 },
      { phoneNumber: second, firstName: 'Sara', consent: 'GRANTED', bankAccounts: 1, addresses: 0 },
    ]);
    expect(hasMore).toBe(false);
  });

  test('contracts and milestones are listed newest first, with what a purchase shows', async () => {
    const tenant = await newTenant();
    const { milestoneId, contractId } = await createReadyMilestone(tenant);
    const newer = await createMilestone(tenant, {});

    const { contracts } = await tenant.control.contracts();
    const { milestones } = await tenant.control.milestones();

    expect(contracts).toMatchObject([
      { contractId: newer.contractId, milestones: [{ state: 'CREATED' }] },
      { contractId, currency: 'SAR', milestones: [{ milestoneId, state: 'WAITING_FOR_PAYMENT' }] },
    ]);
    expect(milestones).toMatchObject([
      { milestoneId: newer.milestoneId, parties: [] },
      { milestoneId, currency: 'SAR', parties: [{ role: 'CUSTOMER', amount: 1000 }, {}, {}] },
    ]);
  });

  test('the parties of a milestone say what their users have, and the broker nothing', async () => {
    const tenant = await newTenant();
    const { milestoneId, buyerPhone, sellerId } = await createReadyMilestone(tenant);
    await tenant.control.giveConsent(buyerPhone);
    await addBank(tenant, sellerId);

    const { parties } = await tenant.control.milestone(milestoneId);

    const nobody = { userId: null, consent: null, bankAccounts: null, addresses: null };
    expect(parties).toMatchObject([
      { role: 'CUSTOMER', consent: 'GRANTED', bankAccounts: 0, addresses: 0 },
      { role: 'PROVIDER', userId: Number(sellerId), consent: 'PENDING', bankAccounts: 1, addresses: 0 },
      { role: 'BROKER', ...nobody },
    ]);
  });

  test('contracts and milestones are found by title, id, phone of a party and state', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    const ready = await createReadyMilestone(tenant);
    const titled = await createMilestone(
      tenant,
      { itemDetail: { title: 'A "blue" Table', description: '' } },
      { itemDetail: { title: 'Furniture', description: '' } },
    );
    const { shortId } = await control.milestone(ready.milestoneId);
    const found = async (query: object) => [
      (await control.contracts(query)).contracts.map(({ contractId }) => contractId),
      (await control.milestones(query)).milestones.map(({ milestoneId }) => milestoneId),
    ];
    const [readyOne, titledOne] = [ready, titled].map((made) => [[made.contractId], [made.milestoneId]]);

    expect(await found({ q: 'BLUE' })).toEqual(titledOne);
    expect(await found({ q: 'furniture' })).toEqual(titledOne);
    expect(await found({ q: ready.contractId })).toEqual(readyOne);
    expect(await found({ q: ready.milestoneId })).toEqual(readyOne);
    expect(await found({ q: shortId })).toEqual(readyOne);
    expect(await found({ q: ready.buyerPhone })).toEqual(readyOne);
    expect(await found({ state: 'WAITING_FOR_PAYMENT' })).toEqual(readyOne);
    expect(await found({ state: 'CREATED', q: ready.buyerPhone })).toEqual([[], []]);
    expect(await found({ q: 'itemDetail' })).toEqual([[], []]);
    expect(await found({ q: '%' })).toEqual([[], []]);
  });

  test('a list has as many entries as its limit, and says whether there are more', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    for (const made of [await createPaidMilestone(tenant), await createPaidMilestone(tenant)]) {
      await send(tenant, 'getUser', { path: { userId: made.milestoneId } });
    }
    const lists = [control.users, control.contracts, control.milestones, control.requests, control.deliveries];

    for (const list of lists) {
      const { hasMore, ...one } = await list({ limit: 1 });
      const all = await list({ limit: 1000 });

      expect([Object.values(one)[0]?.length, hasMore, all.hasMore]).toEqual([1, true, false]);
      expect(Object.values(all)[0]).toContainEqual(Object.values(one)[0]?.[0]);
    }
  });

  test.each([
    ['contracts', 'state=PAYED', 'state', 'one of CREATED, WAITING_FOR_PAYMENT, PAID, CASHOUT_IN_PROGRESS, COMPLETED.'],
    ['requests', 'outcome=wrong', 'outcome', 'one of answered, refused, failed.'],
    ['deliveries', 'state=lost', 'state', 'one of pending, delivered, failed.'],
    ['contracts', 'cursor=contract_1', 'cursor', 'listContracts has no parameter cursor. It takes q, state, limit.'],
    ['clock', 'at=1', 'at', 'getClock has no parameter at. It takes none.'],
    ['users', 'limit=1001', 'limit', '1000'],
  ])('%s?%s is refused with the choices', async (list, query, field, choices) => {
    const { status, body } = await callControl(started(), `/${list}?${query}`);

    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ field, message: expect.stringContaining(choices) }),
    ]);
  });

  test('an unknown milestone, user and delivery are refused', async () => {
    const { control } = started();

    await expect(control.milestone('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.pay('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.redeliver('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.giveConsent('+966500000999')).rejects.toMatchObject({ status: 404 });
  });

  test('a milestone that waits for payment has a checkout link, and no other', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await createReadyMilestone(tenant);
    const bare = await createMilestone(tenant);

    const waiting = await tenant.control.milestone(milestoneId);
    const created = await tenant.control.milestone(bare.milestoneId);

    expect(waiting.checkoutUrl).toContain(`/checkout/external/${waiting.shortId}?client_id=`);
    expect([created.checkoutUrl, created.redirectUrl, created.deadLine]).toEqual([null, null, '2030-01-01T00:00:00Z']);
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
    await expect(control.request('request_0')).rejects.toMatchObject({ status: 404 });
  });

  test('deliveries are found by state and milestone, and one by its id', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    const older = await createPaidMilestone(tenant);
    const { milestoneId } = await createPaidMilestone(tenant);

    const { deliveries } = await control.deliveries({ milestoneId });

    expect(deliveries).toMatchObject([{ milestoneId, status: 'PAID', state: 'pending' }]);
    const pending = (await control.deliveries({ state: 'pending' })).deliveries;
    expect(pending.map((delivery) => delivery.milestoneId)).toEqual([milestoneId, older.milestoneId]);
    expect((await control.deliveries({ state: 'failed' })).deliveries).toEqual([]);
    expect(await control.delivery(deliveries[0]?.id ?? '')).toEqual(deliveries[0]);
    await expect(control.delivery('delivery_0')).rejects.toMatchObject({ status: 404 });
  });
});

describe('the description of a tenant', () => {
  const sandbox = startedSandbox({ webhookSecret: 'whsec_of_mine' });

  test('contains the public credentials of the default tenant, and of no other', async () => {
    const { tokens, clientId, clientSecret } = sandbox().credentials;
    const tenant = await createTenantSandbox(sandbox());

    expect((await sandbox().control.describe()).publicCredentials).toEqual({ tokens, clientId, clientSecret });
    expect((await tenant.control.describe()).publicCredentials).toBeNull();
    expect(JSON.stringify(await sandbox().control.describe())).not.toContain('whsec_');
  });
});
