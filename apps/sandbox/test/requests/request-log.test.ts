import { describe, expect, test } from 'vitest';
import { createMilestone, parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox, stores } from '../support/started-sandbox.ts';

describe.each(stores)('the request log on %s', (store) => {
  const sandbox = startedSandbox(store);

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

  test('keeps about as many requests as the settings say, the newest ones', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.changeSettings({ requestLogLimit: 10 });

    for (let count = 0; count < 25; count += 1) await send(tenant, 'createContract', { body: parentRequest() });
    await send(tenant, 'registerCustomer', { body: { phoneNumber: '+966500000001' } });

    const { requests } = await tenant.control.requests();
    expect(requests).toHaveLength(10);
    expect(requests[0]?.operationId).toBe('registerCustomer');
  });
});
