import { createEscrowClient } from '@escrow-kit/client';
import { repeats } from '@escrow-kit/tools';
import { expect, test } from 'vitest';
import { ControlError, type Sandbox } from '../../src/index.ts';
import { tenantTableNames } from '../../src/store/tables.ts';
import { createPaidMilestone, createPayableMilestone, createReadyMilestone, lead } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { callControl, send } from '../support/service-api.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';

const started = startedService({ webhookSecret: 'whsec_of_mine' });
const sandbox = () => started().sandbox;
const receiver = eachReceiver();

const tenantCount = repeats({ test: 2, soak: 100 });

test('tenants complete contracts at the same time, and each sees only its own', async () => {
  const completeContract = async () => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.setWebhook(receiver().url);
    const { milestoneId } = await createPayableMilestone(tenant);
    await lead(tenant, milestoneId, 'pay', 'release', 'complete');
    await tenant.control.drain();
    return { tenant, milestoneId };
  };

  const results = await Promise.all(Array.from({ length: tenantCount }, completeContract));

  for (const { tenant, milestoneId } of results) {
    const { milestones } = await tenant.control.milestones();
    const { deliveries } = await tenant.control.deliveries();
    const { counts } = await tenant.control.describe();
    expect(milestones).toMatchObject([{ milestoneId, state: 'COMPLETED' }]);
    expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(counts).toMatchObject({ users: 2, contracts: 1, milestones: 1, events: 3 });
  }
  expect(receiver().events).toHaveLength(3 * tenantCount);
});

test.each<[string, (sandbox: Sandbox) => Promise<Sandbox>]>([
  ['the default tenant', async (whole) => whole],
  ['another tenant', createTenantSandbox],
])('the client takes the credentials of %s as they are, and makes a call with each', async (_, choose) => {
  const own = await choose(sandbox());
  const { milestoneId, buyerPhone } = await createReadyMilestone(own);

  const escrow = createEscrowClient({ baseUrl: own.url, ...own.credentials });

  expect(own.credentials.webhookSecret).toMatch(/^whsec_/);
  await escrow.customers.register({ phoneNumber: buyerPhone });
  const { shortId } = await escrow.payments.start({ milestoneId, redirectUrl: 'https://shop.example/return' });
  await escrow.payments.requestTicket({ shortId, buyerPhone });
});

test('the description of a tenant has the public credentials of the default tenant, of no other, and no webhook secret', async () => {
  const { tokens, clientId, clientSecret } = sandbox().credentials;
  const tenant = await createTenantSandbox(sandbox());

  const described = await sandbox().control.describe();

  expect(described.publicCredentials).toEqual({ tokens, clientId, clientSecret });
  expect((await tenant.control.describe()).publicCredentials).toBeNull();
  expect(JSON.stringify(described)).not.toContain('whsec_');
});

test('an id that is taken, even at once, and one that is none are refused, and so is removing the default tenant', async () => {
  const { control } = sandbox();

  const results = await Promise.allSettled([control.createTenant('race'), control.createTenant('race')]);

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(control.createTenant('race')).rejects.toMatchObject({ status: 409 });
  await expect(control.createTenant('Not An Id')).rejects.toBeInstanceOf(ControlError);
  await expect(control.deleteTenant()).rejects.toMatchObject({ status: 409 });
});

test('a removed tenant leaves no row behind, and its tokens are unknown', async () => {
  const tenant = await createTenantSandbox(sandbox(), 'removed');
  await createPaidMilestone(tenant);

  await tenant.control.deleteTenant();

  const { store } = started().service;
  expect(tenantTableNames.filter((table) => store.count(table, { tenantId: 'removed' }) > 0)).toEqual([]);
  await expect(tenant.control.describe()).rejects.toMatchObject({ status: 404 });
  expect((await send(tenant, 'registerCustomer', { body: {} })).status).toBe(401);
});

test('a reset keeps credentials, settings and webhook, and nothing else', async () => {
  const tenant = await createTenantSandbox(sandbox());
  await createReadyMilestone(tenant);
  await tenant.control.changeSettings({ feePercentage: 0.1 });
  await tenant.control.setWebhook('http://127.0.0.1:1/events');
  await tenant.control.setFaults([{ target: 'createContract', kind: 'reset' }]);
  await tenant.control.freeze();

  await tenant.control.reset();

  const { counts, settings, webhookUrl, clock } = await tenant.control.describe();
  expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  expect([settings.feePercentage, webhookUrl, clock.isFrozen]).toEqual([0.1, 'http://127.0.0.1:1/events', false]);
  expect(await tenant.control.faults()).toEqual([]);
  await createReadyMilestone(tenant);
});

test('many changes of settings at once do not undo each other, and leave the others', async () => {
  const { control } = await createTenantSandbox(sandbox());
  const before = await control.settings();

  await Promise.all([
    control.changeSettings({ invitations: true }),
    control.changeSettings({ feePercentage: 0.2 }),
    control.changeSettings({ settlement: { automatic: true } }),
    control.changeSettings({ settlement: { cashOut: 'OTHER' } }),
  ]);

  const settlement = { ...before.settlement, automatic: true, cashOut: 'OTHER' };
  expect(await control.settings()).toEqual({ ...before, invitations: true, feePercentage: 0.2, settlement });
});

test.each([
  ['a payment method with a comma', { paymentMethods: ['CARD,WALLET'] }],
  ['an unknown setting of the settlement', { settlement: { delay: 1 } }],
])('%s is refused', async (_, body) => {
  const answer = await callControl(sandbox(), '/settings', { method: 'PUT', body });

  expect(answer).toMatchObject({ status: 400, body: { error: 'rule_violation' } });
});

test('HOOK-6 the operator sets the address of events, which is shown without its password', async () => {
  const { control } = await createTenantSandbox(sandbox());

  const { url } = await control.setWebhook('http://user%ff:password@127.0.0.1:1/events?key=secret-1');

  expect(url).toBe('http://127.0.0.1:1/events?key=[redacted]');
  expect((await control.describe()).webhookUrl).toBe(url);
  expect(await control.webhook()).toEqual({ url });
  await expect(control.setWebhook('http://[::1')).rejects.toMatchObject({ status: 400 });
  await expect(control.setWebhook('ftp://127.0.0.1/events')).rejects.toMatchObject({ status: 400 });
});
