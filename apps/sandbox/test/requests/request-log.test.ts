import { expect, test } from 'vitest';
import {
  createMilestone,
  createReadyMilestone,
  newPhone,
  parentRequest,
  startPayment,
} from '../support/escrow-steps.ts';
import { quickRequest } from '../support/http.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const contracts = '/api/external/contracts';

test('PARTY-3 the request log has a refused request with the rule that it breaks, and an accepted one with its answer', async () => {
  const tenant = await createTenantSandbox(sandbox());
  const { contractId, milestoneId } = await createMilestone(tenant);
  const parties = [{ phoneNumber: '+966500000001', role: 'PROVIDER', amount: 1, isSender: false }];
  await send(tenant, 'addParties', { path: { contractId }, body: { mileStonesParties: { [milestoneId]: parties } } });

  const { requests } = await tenant.control.requests({ rule: 'PARTY-3' });
  const accepted = await tenant.control.requests({ operationId: 'createContract' });

  const redacted = [{ ...parties[0], phoneNumber: '[redacted]' }];
  expect(requests).toMatchObject([
    {
      operationId: 'addParties',
      method: 'PATCH',
      path: '/api/external/contracts/{contractId}/parties',
      status: 400,
      rule: 'PARTY-3',
      message: expect.stringContaining('isSender'),
      request: {
        tokenKind: 'clientAdmin',
        path: { contractId },
        mediaType: 'application/json',
        body: { mileStonesParties: { [milestoneId]: redacted } },
      },
    },
  ]);
  expect(accepted.requests).toMatchObject([
    { status: 200, rule: null, request: { body: parentRequest() }, answer: { body: { data: { id: contractId } } } },
  ]);
});

test('the request log keeps about as many requests as the settings say, the newest ones', async () => {
  const tenant = await createTenantSandbox(sandbox());
  await tenant.control.changeSettings({ requestLogLimit: 10 });

  for (let count = 0; count < 25; count += 1) await send(tenant, 'createContract', { body: parentRequest() });
  await send(tenant, 'registerCustomer', { body: { phoneNumber: newPhone() } });

  const { requests } = await tenant.control.requests();
  expect(requests).toHaveLength(10);
  expect(requests[0]?.operationId).toBe('registerCustomer');
});

test('AUTH-5 a payment of its own client is accepted, and the request log keeps no value of a URL in the query', async () => {
  const tenant = await createTenantSandbox(sandbox());
  const { milestoneId } = await createReadyMilestone(tenant);
  const redirectUrl = 'https://user:pw@shop.example/return?order=canary-7#canary-8';

  const { status } = await startPayment(tenant, { milestoneId, query: { redirectUrl, paymentType: 'PURCHASE' } });

  const { requests } = await tenant.control.requests({ operationId: 'startPayment' });
  const kept = { redirectUrl: 'https://shop.example/return?order=[redacted]', paymentType: 'PURCHASE' };
  expect([status, requests[0]?.request?.query]).toEqual([200, kept]);
});

test.each([
  ['an unknown path', 'POST', '/api/external/contract', '{}', 404, 'ERR-1d', null],
  ['a method that its path does not take', 'PUT', contracts, '{}', 405, 'ERR-1d', null],
  ['a body that is too large', 'POST', contracts, 'x'.repeat(2 ** 21), 413, 'ERR-1a', 'createContract'],
])('%s is in the log of the tenant of its token', async (_, method, path, body, status, rule, operationId) => {
  const tenant = await createTenantSandbox(sandbox());
  const headers = { authorization: `Bearer ${tenant.credentials.tokens.clientAdmin}` };
  await fetch(`${tenant.url}${path}?ticket=canary-9`, { method, headers, body });

  const { requests } = await tenant.control.requests();

  const request = { tokenKind: 'clientAdmin', path: {} };
  expect(requests).toMatchObject([{ operationId, method, path, status, rule, request }]);
  expect(JSON.stringify(requests)).not.toContain('canary');
});

test('an unknown path is logged without what looks personal', async () => {
  const tenant = await createTenantSandbox(sandbox());
  const headers = { authorization: `Bearer ${tenant.credentials.tokens.apiKey}` };
  await quickRequest(tenant.url, { path: '/users/by-phone/+966500000001', headers });

  const { requests } = await tenant.control.requests();

  expect(requests[0]?.path).toBe('/users/by-phone/[redacted]');
});

test.each<[what: string, headers: Record<string, string>, text: string]>([
  ['no token', {}, 'No token was sent.'],
  ['no bearer token', { authorization: 'Basic b3Jn' }, 'contains no bearer token'],
  ['a token that nobody knows', { authorization: 'Bearer nobody' }, 'does not know'],
])(
  'AUTH-1 a call with %s is refused, and in the log of the default tenant with its own message',
  async (_, headers, text) => {
    await quickRequest(sandbox().url, { method: 'POST', path: contracts, headers });

    const { requests } = await sandbox().control.requests({ rule: 'AUTH-1b', limit: 1 });

    expect(requests).toMatchObject([{ status: 401, message: expect.stringContaining(text) }]);
  },
);
