import { describe, expect, test } from 'vitest';
import { createMilestone, parentRequest } from '../support/escrow-steps.ts';
import { sendRaw } from '../support/raw-request.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

describe('the request log', () => {
  const sandbox = startedSandbox();

  test('PARTY-3 has a refused request with the rule that it breaks', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const { contractId, milestoneId } = await createMilestone(tenant);
    const parties = [{ phoneNumber: '+966500000001', role: 'PROVIDER', amount: 1, isSender: false }];
    await send(tenant, 'addParties', { path: { contractId }, body: { mileStonesParties: { [milestoneId]: parties } } });

    const { requests } = await tenant.control.requests({ rule: 'PARTY-3' });

    expect(requests).toMatchObject([
      {
        operationId: 'addParties',
        method: 'PATCH',
        path: '/api/external/contracts/{contractId}/parties',
        status: 400,
        rule: 'PARTY-3',
        request: {
          tokenKind: 'clientAdmin',
          path: { contractId },
          mediaType: 'application/json',
          body: {
            mileStonesParties: {
              [milestoneId]: [{ phoneNumber: '[redacted]', role: 'PROVIDER', amount: 1, isSender: false }],
            },
          },
        },
      },
    ]);
    expect(requests[0]?.message).toContain('isSender');
  });

  test('keeps about as many requests as the settings say, the newest ones', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.changeSettings({ requestLogLimit: 10 });

    for (let count = 0; count < 25; count += 1) await send(tenant, 'createContract', { body: parentRequest() });
    await send(tenant, 'registerCustomer', { body: { phoneNumber: '+966500000001' } });

    const { requests } = await tenant.control.requests();
    expect(requests).toHaveLength(10);
    expect(requests[0]?.operationId).toBe('registerCustomer');
  });
  test('has an accepted request with its answer', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const { body } = await send(tenant, 'createContract', { body: parentRequest() });

    const { requests } = await tenant.control.requests();

    expect(requests).toMatchObject([
      { status: 200, rule: null, request: { body: parentRequest() }, answer: { body: { data: body.data } } },
    ]);
  });

  test('AUTH-1 a request with an unknown token is in the log of the default tenant', async () => {
    await send(sandbox(), 'createContract', { bearer: 'nobody', body: parentRequest() });

    const { requests } = await sandbox().control.requests({ rule: 'AUTH-1b' });

    expect(requests[0]).toMatchObject({ operationId: 'createContract', status: 401 });
  });

  test('PAY-1 keeps no value of a URL in the query', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const { milestoneId } = await createMilestone(tenant);
    await send(tenant, 'startPayment', {
      path: { milestoneId, clientId: tenant.credentials.clientId },
      query: { redirectUrl: 'https://user:pw@shop.example/return?order=canary-7#canary-8', paymentType: 'PURCHASE' },
    });

    const { requests } = await tenant.control.requests({ operationId: 'startPayment' });

    expect(requests[0]?.request?.query).toEqual({
      redirectUrl: 'https://shop.example/return?order=[redacted]',
      paymentType: 'PURCHASE',
    });
  });
});

describe('the request log says why a call reached no operation', () => {
  const sandbox = startedSandbox();

  test.each([
    ['a path that the document does not have', 'POST', '/api/external/contract', '{}', 404, 'ERR-1d', null],
    ['a method that its path does not take', 'PUT', '/api/external/contracts', '{}', 405, 'ERR-1d', null],
    [
      'a body that is too large',
      'POST',
      '/api/external/contracts',
      'x'.repeat(2 ** 21),
      413,
      'ERR-1a',
      'createContract',
    ],
  ])('%s, in the tenant of its token', async (_, method, path, body, status, rule, operationId) => {
    const tenant = await createTenantSandbox(sandbox());
    const headers = { authorization: `Bearer ${tenant.credentials.tokens.clientAdmin}` };
    await fetch(`${tenant.url}${path}?ticket=canary-9`, { method, headers, body });

    const { requests } = await tenant.control.requests();

    expect(requests).toMatchObject([
      { operationId, method, path, status, rule, request: { tokenKind: 'clientAdmin', path: {} } },
    ]);
    expect(JSON.stringify(requests)).not.toContain('canary');
  });

  test('without what looks personal in an unknown path', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const headers = { authorization: `Bearer ${tenant.credentials.tokens.apiKey}` };
    await fetch(`${tenant.url}/users/by-phone/+966500000001`, { headers });

    const { requests } = await tenant.control.requests();

    expect(requests[0]?.path).toBe('/users/by-phone/[redacted]');
  });

  test.each([
    ['no token', undefined, 'No token was sent.'],
    ['no bearer token', 'Basic b3Jn', 'holds no bearer token'],
    ['a token that nobody knows', 'Bearer nobody', 'does not know'],
  ])('AUTH-1 a call with %s has its own message', async (_, authorization, text) => {
    const headers = authorization === undefined ? {} : { authorization };
    await fetch(`${sandbox().url}/api/external/contracts`, { method: 'POST', headers });

    const { requests } = await sandbox().control.requests({ rule: 'AUTH-1b', limit: 1 });

    expect(requests[0]?.message).toContain(text);
  });

  test('but not that a browser asked for an icon', async () => {
    const headers = `host: ${new URL(sandbox().url).host}\r\nsec-fetch-dest: image\r\nconnection: close`;
    const status = await sendRaw(sandbox().url, `GET /favicon.ico HTTP/1.1\r\n${headers}\r\n\r\n`);

    const { requests } = await sandbox().control.requests();

    expect([status, requests.filter(({ path }) => path.includes('favicon'))]).toEqual([404, []]);
  });
});
