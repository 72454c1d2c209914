import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createControl } from '@escrow-kit/sandbox-control';
import { exampleBodyOf, operations, rules, type ServiceOperation } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { milestoneRequest, parentRequest } from './support/escrow-steps.ts';
import { createReceiver, type Receiver } from './support/receiver.ts';
import { send } from './support/service-api.ts';
import { type SpawnedSandbox, spawnSandbox } from './support/spawn-sandbox.ts';
import { createFolder } from './support/temporary-folder.ts';

const overlays = ['../../../docs/guide/deployment.overlay.yaml', 'other-types.overlay.yaml'].flatMap((file) => [
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
    referenceId: expect.any(String),
    occurredAt: '2030-01-01T00:00:00Z',
    channel: 'ledger',
  });
  expect(milestoneStates).toContainEqual({ state: 'PAID', constant: 'FUNDED' });
  expect(retryDelaysInSeconds).toEqual([5, 60]);
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

test('with all rules of requests off, a body that can not be carried out is refused by a rule, and is no 500', async () => {
  const off = Object.keys(rules).filter((id) => !/^(HOOK|STATE)/.test(id));
  const update = { 'x-rules-off': off };
  const overlay = { overlay: '1.0.0', info: { title: 'T', version: '1' }, actions: [{ target: '$', update }] };
  const file = join(await createFolder(), 'off.json');
  writeFileSync(file, JSON.stringify(overlay));
  const started = await spawnSandbox(['--overlay', file]);
  onTestFinished(async () => void (await started.close()));
  const phone = '+966500000001';
  const registered = await send(started, 'registerCustomer', { body: { phoneNumber: phone } });
  const created = await send(started, 'createContract', { body: {} });
  const linked = await send(started, 'linkUser', { body: { email: 'a@shop.example', phone, name: 'A' } });
  const contractId: string = created.body.data?.id;
  const none = await send(started, 'addMilestones', { path: { contractId }, body: { milestones: [] } });
  const userId: number = registered.body.serviceUserId;
  const known = { serviceUserId: userId, userId, id: userId, contractId };

  const answers = await Promise.all(
    operations.flatMap((operation) =>
      oddBodies(operation).map(async (body) => {
        const path = operation.host === 'users' ? { ...known, userId: linked.body.data?.user_id } : known;
        const { status } = await send(started, operation.id, { path, body });
        return `${operation.id} ${JSON.stringify(body)} ${status}`;
      }),
    ),
  );

  expect([registered, created, linked, none].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.length).toBeGreaterThan(isSoak ? 400 : 200);
  expect(answers.filter((answer) => answer.endsWith('500'))).toEqual([]);
});

/** Bodies of another shape: the whole example, or one of its fields, is another value, or is left out. In `pnpm soak` each field has more of them. */
function oddBodies(operation: ServiceOperation): unknown[] {
  if (operation.mediaType !== 'application/json') return [];
  const odd = [null, 5, 'x', [], {}, [null], { a: [] }];
  const oddInField = isSoak ? [...odd, undefined] : [null, 'x', [null], undefined];
  const example = exampleBodyOf(operation) as object;
  const ofField = (field: string) => oddInField.map((value) => ({ ...example, [field]: value }));
  const parties = [{ m: null }, { m: [{}] }, { m: [{ phoneNumber: 'x', amount: 1 }] }].map((mileStonesParties) => ({
    mileStonesParties,
  }));
  return [...odd, ...Object.keys(example).flatMap(ofField), ...parties, { milestones: [{}] }];
}
