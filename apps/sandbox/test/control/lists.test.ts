import { describe, expect, test } from 'vitest';
import {
  addBank,
  createMilestone,
  createPaidMilestone,
  createParent,
  createReadyMilestone,
  milestoneRequest,
  newPhone,
} from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

describe('the lists of the control API', () => {
  const started = startedSandbox();
  const newTenant = () => createTenantSandbox(started());

  test('users are paged by phone number, with consent and what they need to be paid out', async () => {
    const tenant = await newTenant();
    const [first, second] = [newPhone(), newPhone()];
    const { body } = await send(tenant, 'registerCustomer', { body: { phoneNumber: second, firstName: 'Sara' } });
    await addBank(tenant, body.serviceUserId);
    await send(tenant, 'registerCustomer', { body: { phoneNumber: first } });
    await tenant.control.giveConsent(second);

    const page = await tenant.control.users({ limit: 1 });
    const next = await tenant.control.users({ limit: 1, cursor: page.nextCursor ?? '' });

    expect(page.users).toMatchObject([{ phoneNumber: first, firstName: null, consent: 'PENDING', bankAccounts: 0 }]);
    expect(next).toMatchObject({
      users: [{ phoneNumber: second, firstName: 'Sara', consent: 'GRANTED', bankAccounts: 1, addresses: 0 }],
      hasMore: false,
      nextCursor: null,
    });
  });

  test('users are found by a part of the phone number or the name, in any case', async () => {
    const tenant = await newTenant();
    const [sara, other] = [newPhone(), newPhone()];
    await send(tenant, 'registerCustomer', { body: { phoneNumber: sara, firstName: 'Sara', lastName: 'Al_Harbi' } });
    await send(tenant, 'registerCustomer', { body: { phoneNumber: other, firstName: 'Omar', lastName: 'Alaharbi' } });
    const find = async (q: string) => (await tenant.control.users({ q })).users.map(({ phoneNumber }) => phoneNumber);

    expect(await find('sARA')).toEqual([sara]);
    expect(await find('al_harbi')).toEqual([sara]);
    expect(await find(other.slice(-8))).toEqual([other]);
    expect(await find('%')).toEqual([]);
  });

  test('contracts are paged, newest first, with their milestones, and found by id or title', async () => {
    const tenant = await newTenant();
    const { milestoneId, contractId } = await createReadyMilestone(tenant);
    const titled = await createMilestone(tenant, {});
    const { contracts, nextCursor } = await tenant.control.contracts({ limit: 1 });

    const next = await tenant.control.contracts({ limit: 1, cursor: nextCursor ?? '' });
    const found = await tenant.control.contracts({ q: contractId });

    expect(contracts).toMatchObject([{ contractId: titled.contractId, milestones: [{ state: 'CREATED' }] }]);
    expect(next).toMatchObject({
      contracts: [{ contractId, currency: 'SAR', milestones: [{ milestoneId, state: 'WAITING_FOR_PAYMENT' }] }],
      hasMore: false,
      nextCursor: null,
    });
    expect(found.contracts).toEqual(next.contracts);
  });

  test('contracts are found by time, by the state of a milestone and by the sum of their prices, also oldest first', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    const { now } = await control.freeze();
    const empty = await createParent(tenant);
    await control.advance(60);
    const paid = await createPaidMilestone(tenant);
    await control.advance(60);
    const { contractId: halves } = await createMilestone(tenant, { itemPrice: 600.01 });
    const body = { milestones: [milestoneRequest({ itemPrice: 600.01 })] };
    await send(tenant, 'addMilestones', { path: { contractId: halves }, body });
    const find = async (query: object) => (await control.contracts(query)).contracts.map((one) => one.contractId);

    const first = await control.contracts({ sort: 'oldest', limit: 2 });

    expect(first.contracts.map(({ contractId }) => contractId)).toEqual([empty, paid.contractId]);
    expect(await find({ sort: 'oldest', cursor: first.nextCursor })).toEqual([halves]);
    expect(await find({ from: now + 60_000, to: now + 120_000 })).toEqual([paid.contractId]);
    expect(await find({ state: 'PAID' })).toEqual([paid.contractId]);
    expect(await find({ state: 'CREATED' })).toEqual([halves]);
    expect(await find({ minPrice: 1200.02 })).toEqual([halves]);
    expect(await find({ minPrice: 1200.03 })).toEqual([]);
    expect(await find({ minPrice: 0.01, maxPrice: 1200.01 })).toEqual([paid.contractId]);
    expect(await find({ maxPrice: 0 })).toEqual([empty]);
    await expect(find({ state: 'PAYED' })).rejects.toMatchObject({ status: 400, field: 'state' });
  });

  test('milestones show the purchase and its parties, and can be searched by them', async () => {
    const tenant = await newTenant();
    const { milestoneId, buyerPhone, contractId } = await createReadyMilestone(tenant);
    await send(tenant, 'registerCustomer', { body: { phoneNumber: buyerPhone, firstName: 'Basil' } });
    const titled = await createMilestone(tenant, { itemDetail: { title: 'A "blue" Table', description: '' } });
    const find = async (q: string) => (await tenant.control.milestones({ q })).milestones;

    expect(await find('BLUE')).toMatchObject([
      { milestoneId: titled.milestoneId, title: 'A "blue" Table', parties: [] },
    ]);
    expect(await find('basil')).toMatchObject([
      { milestoneId, currency: 'SAR', parties: [{ role: 'CUSTOMER', name: 'Basil', amount: 1000 }, {}, {}] },
    ]);
    expect(await find(buyerPhone)).toHaveLength(1);
    expect(await find(contractId)).toHaveLength(1);
    expect(await find('itemDetail')).toEqual([]);
  });

  test('an unknown milestone, user and delivery are refused', async () => {
    const { control } = started();

    await expect(control.milestone('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.pay('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.redeliver('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(control.giveConsent('+966500000999')).rejects.toMatchObject({ status: 404 });
  });

  test('milestones are listed in pages and by state', async () => {
    const tenant = await newTenant();
    const ids = [await createReadyMilestone(tenant), await createReadyMilestone(tenant)].map(
      (made) => made.milestoneId,
    );

    const first = await tenant.control.milestones({ limit: 1 });
    const second = await tenant.control.milestones({ limit: 1, cursor: first.nextCursor ?? '' });

    expect([...second.milestones, ...first.milestones].map(({ milestoneId }) => milestoneId)).toEqual(ids);
    expect((await tenant.control.milestones({ state: 'PAID' })).milestones).toEqual([]);
  });

  test('milestones are found by time and price, and listed oldest first, in pages', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    const { now } = await control.freeze();
    const ids: string[] = [];
    for (const itemPrice of [10, 19.99, 20]) {
      ids.push((await createMilestone(tenant, { itemPrice })).milestoneId);
      await control.advance(60);
    }
    const find = async (query: object) => (await control.milestones(query)).milestones.map((one) => one.milestoneId);

    const first = await control.milestones({ sort: 'oldest', limit: 2 });

    expect(first.milestones.map(({ milestoneId }) => milestoneId)).toEqual(ids.slice(0, 2));
    expect(await find({ sort: 'oldest', limit: 2, cursor: first.nextCursor })).toEqual(ids.slice(2));
    expect(await find({ from: now + 60_000, to: now + 120_000 })).toEqual([ids[1]]);
    expect(await find({ from: now + 60_000 })).toEqual([ids[2], ids[1]]);
    expect(await find({ minPrice: 10.01, maxPrice: 19.99 })).toEqual([ids[1]]);
    expect(await find({ minPrice: 20, sort: 'oldest' })).toEqual([ids[2]]);
    await expect(find({ sort: 'price' })).rejects.toMatchObject({ status: 400, field: 'sort' });
    await expect(find({ from: 1e300 })).rejects.toMatchObject({ status: 400, field: 'from' });
  });

  test('requests and deliveries are found by time, and listed oldest first', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    const { now } = await control.freeze();
    const { milestoneId } = await createPaidMilestone(tenant);
    await control.advance(60);
    await createPaidMilestone(tenant);
    const later = { from: now + 60_000 };

    const requests = await control.requests({ sort: 'oldest', limit: 5 });
    const deliveries = await control.deliveries({ sort: 'oldest', limit: 1 });

    expect(await control.requests({ to: now + 1 })).toEqual({
      requests: requests.requests.toReversed(),
      hasMore: false,
      nextCursor: null,
    });
    expect(await control.requests({ sort: 'oldest', cursor: requests.nextCursor ?? '' })).toEqual({
      requests: (await control.requests(later)).requests.toReversed(),
      hasMore: false,
      nextCursor: null,
    });
    expect(deliveries.deliveries).toMatchObject([{ milestoneId, createdAt: now }]);
    expect(await control.deliveries({ sort: 'oldest', cursor: deliveries.nextCursor ?? '' })).toEqual(
      await control.deliveries(later),
    );
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

  test('requests are found by outcome and by text, and one by its id', async () => {
    const tenant = await newTenant();
    await send(tenant, 'registerCustomer', { body: { phoneNumber: newPhone() } });
    await send(tenant, 'createContract', { token: 'organization', body: {} });
    const { control } = tenant;

    const refused = (await control.requests({ outcome: 'refused' })).requests;
    const answered = (await control.requests({ outcome: 'answered' })).requests;
    const found = (await control.requests({ q: 'auth-4' })).requests;

    expect(refused).toMatchObject([{ operationId: 'createContract', status: 403, rule: 'AUTH-4' }]);
    expect(answered).toMatchObject([{ operationId: 'registerCustomer', status: 200 }]);
    expect(found).toEqual(refused);
    expect(await control.requests({ status: 403, outcome: 'answered' })).toMatchObject({ requests: [] });
    expect(await control.request(refused[0]?.id ?? '')).toEqual(refused[0]);
    await expect(control.request('request_0')).rejects.toMatchObject({ status: 404 });
  });

  test('deliveries are found by status and milestone, and one by its id', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await createPaidMilestone(tenant);

    const [delivery] = (await tenant.control.deliveries({ q: 'paid' })).deliveries;

    expect(delivery).toMatchObject({ milestoneId, status: 'PAID', state: 'pending' });
    expect(await tenant.control.deliveries({ q: milestoneId })).toMatchObject({ deliveries: [{ id: delivery?.id }] });
    expect(await tenant.control.deliveries({ q: 'COMPLETED' })).toMatchObject({ deliveries: [] });
    expect(await tenant.control.delivery(delivery?.id ?? '')).toEqual(delivery);
    await expect(tenant.control.delivery('delivery_0')).rejects.toMatchObject({ status: 404 });
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
