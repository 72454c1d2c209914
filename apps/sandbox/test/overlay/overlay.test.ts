import { createControl } from '@escrow-kit/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { milestoneRequest, parentRequest } from '../support/escrow-steps.ts';
import { createReceiver, type Receiver } from '../support/receiver.ts';
import { type SpawnedSandbox, spawnSandbox } from '../support/spawn-sandbox.ts';

const overlays = ['../../../../docs/guide/deployment.overlay.yaml', 'other-types.overlay.yaml'].flatMap((file) => [
  '--overlay',
  `${import.meta.dirname}/${file}`,
]);

let sandbox: SpawnedSandbox;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await createReceiver();
  sandbox = await spawnSandbox([...overlays, '--webhook-url', receiver.url]);
});

afterAll(async () => {
  await Promise.all([sandbox.close(), receiver.close()]);
});

async function call(
  method: string,
  path: string,
  body?: unknown,
  { token = 'adm_sandbox', tenant = 'tenant-77' } = {},
) {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-ID': tenant },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const parent = parentRequest({ senderRole: 'PROVIDER' });
const milestone = milestoneRequest({ senderRole: 'PROVIDER', itemPrice: 100 });
const customers = '/realms/service/service-partner/customers';
const organization = { token: 'org_sandbox' };

test('under overlays it answers, checks and sends as the document says', async () => {
  const contracts = '/api/external/contracts';
  const refused = await call('POST', contracts, { ...parent, senderRole: 'BROKER' });
  const foreign = await call('POST', contracts, parent, { tenant: 'other' });
  const created = await call('POST', contracts, parent);
  const { id } = created.body.data;
  const read = await call('GET', `${contracts}/${id}`);
  const added = await call('PATCH', `${contracts}/${id}/milestones`, { milestones: [milestone] });
  const milestoneId: string = added.body.data.milestones[0].id;
  const phones = ['+966500000001', '+966500000002'];
  for (const phoneNumber of phones) await call('POST', customers, { phoneNumber }, organization);
  const registered = await call('POST', customers, { phoneNumber: phones[1] }, organization);
  const banks = `/api/users/external/${registered.body.serviceUserId}/banks`;
  const bank = { iban: 'SA0380000000608010167519', currency: 'SAR', beneficiaryName: 'A', nationalId: '1000000008' };
  const user = { email: 'a@shop.example', phone: phones[0], name: 'A' };
  const linked = await call('POST', '/users/link', user, { token: 'key_sandbox' });
  const record = await call('POST', '/payments', {}, { token: 'key_sandbox' });
  const banked = await call('POST', banks, bank, organization);
  receiver.answer = (response) => void response.writeHead(201).end();
  const parties = [
    { phoneNumber: phones[0], role: 'CUSTOMER', amount: 100, arbitrator: false, isSender: false },
    { phoneNumber: phones[1], role: 'PROVIDER', amount: 90, isSender: true },
    { phoneNumber: '+966500000003', role: 'BROKER', amount: 10, arbitrator: true, isSender: true },
  ];
  const body = { mileStonesParties: { [milestoneId]: parties } };
  const joined = await call('PATCH', `${contracts}/${id}/parties`, body);
  const control = createControl(sandbox.url);
  await control.giveConsent('+966500000001');
  await control.pay(milestoneId);
  const [event] = await receiver.received(1);
  const settled = await control.drain();
  const { milestoneStates, retryDelaysInSeconds } = await control.service();

  expect(refused).toMatchObject({ status: 400, body: { rule: 'CONTRACT-1c' } });
  expect(foreign).toMatchObject({
    status: 400,
    body: { rule: 'ERR-1d', message: expect.stringContaining('x-tenant-id') },
  });
  expect(created.body.data).toMatchObject({
    senderRole: 'PROVIDER',
    createdAt: '2030-01-01T00:00:00Z',
    contact: 'example',
  });
  expect(added.body.data.milestones[0]).toMatchObject({ fee: expect.stringMatching(/^\d+(\.\d+)?$/), status: 'NEW' });
  expect(read).toMatchObject({ status: 200, body: { data: { id, senderRole: 'PROVIDER' } } });
  expect(joined).toMatchObject({ status: 200, body: { data: { milestones: [{ status: 'AWAITING_FUNDS' }] } } });
  expect(event?.body).toEqual({
    contractId: milestoneId,
    status: 'FUNDED',
    referenceId: expect.stringMatching(/^TX\w{18}$/),
    occurredAt: '2030-01-01T00:00:00Z',
    channel: 'ledger',
  });
  expect(linked.body.data.user_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(milestoneId).toMatch(/^[A-Z0-9]{20}$/);
  expect(record.body.data.id).toHaveLength(36);
  expect(registered.body.serviceUserId).toMatch(/^(u|user)_[0-9a-f]{12}$/);
  expect(banked.status).toBe(200);
  expect(settled).toEqual([]);
  const { deliveries } = await control.deliveries();
  expect(deliveries).toMatchObject([{ state: 'delivered', attemptLog: [{ answerStatus: 201 }] }]);
  expect(milestoneStates).toContainEqual({ state: 'PAID', constant: 'FUNDED' });
  expect(retryDelaysInSeconds).toEqual([5, 60]);
});

test('under overlays a login that gives two kinds of token gives the one that its body asks for, and refuses a body that asks for none', async () => {
  const credentials = { clientId: 'any', clientSecret: 'any' };

  const [admin, organization, neither] = await Promise.all(
    ['admin', 'organization', 'none'].map((grant) => call('POST', '/api/v3/sign-in', { ...credentials, grant })),
  );

  expect(admin?.body.data).toEqual({ accessToken: 'adm_sandbox', expiresIn: 3600 });
  expect(organization?.body.data.accessToken).toBe('org_sandbox');
  expect(neither).toMatchObject({ status: 400, body: { rule: 'ERR-1d', message: expect.stringContaining('grant') } });
});

test('under overlays it refuses by the status and in the form that the document shows, and logs the rule', async () => {
  const refused = await call('POST', customers, { phoneNumber: 'none' }, organization);
  const missing = await call('POST', customers, {}, organization);
  const withoutExample = await call('POST', '/api/users/external/1001/banks', {}, organization);
  const withoutToken = await call('POST', customers, {}, { token: 'none' });
  const { requests } = await createControl(sandbox.url).requests({ operationId: 'registerCustomer' });

  expect(refused).toEqual({ status: 422, body: { fault: { reason: 'PHONE', at: ['phoneNumber'] } } });
  expect(missing).toEqual({ status: 422, body: { fault: { reason: 'UNKNOWN', at: [] } } });
  expect(withoutExample).toEqual({ status: 400, body: { fault: { reason: 'example', at: [] } } });
  expect(withoutToken).toMatchObject({ status: 401, body: { rule: 'AUTH-1b' } });
  expect(requests.map(({ status, rule }) => [status, rule])).toContainEqual([422, 'USER-1d']);
});
