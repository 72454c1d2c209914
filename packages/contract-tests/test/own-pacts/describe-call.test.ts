import { createEscrowClient } from '@escrow-kit/client';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { afterAll, expect, test } from 'vitest';
import { describeCall, filledText, given, samples, valueExamples } from '../../src/consumer/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const dir = temporaryFolder(afterAll);

const pact = () => new PactV4({ consumer: 'my-shop', provider: 'escrow-contract-service', dir, logLevel: 'error' });
const escrowOf = (baseUrl: string) =>
  createEscrowClient({ baseUrl, clientId: 'my-client', tokens: { organization: 'any', clientAdmin: 'any' } });

test('a request has the rest of the sample, matchers of Pact, and values of a chosen state', async () => {
  const { serviceUserId } = valueExamples;

  const added = describeCall(pact(), 'the shop adds any address', {
    operation: 'addAddress',
    given: given('a customer with a one-time password', { type: 'SERVICE_OTP' }),
    request: (value) => ({
      path: { serviceUserId: value('serviceUserId') },
      body: { addressLabel: MatchersV3.like('HOME'), countryCode: 'SA' },
    }),
    status: 200,
  }).executeTest(({ url }) =>
    escrowOf(url).customers.addAddress(serviceUserId, { addressLabel: 'OFFICE', countryCode: 'SA' }),
  );

  await expect(added).resolves.toBeUndefined();
});

test('a request that differs from the pact is refused by the mock', async () => {
  const created = describeCall(pact(), 'the shop opens a contract', {
    operation: 'createContract',
    status: 200,
    answer: { data: { id: filledText('contract-1') } },
  }).executeTest(({ url }) =>
    escrowOf(url)
      .contracts.create({ ...(samples.createContract.request.body as object), currency: 'USD' } as never)
      .catch(() => {}),
  );

  await expect(created).rejects.toThrow('The following request was incorrect');
});

test('a status that the document does not have is refused', () => {
  const call = { operation: 'createContract', status: 302 } as const;

  expect(() => describeCall(pact(), 'the shop is sent elsewhere', call)).toThrow(
    'The document has no 302 of createContract.',
  );
});

test('a part of the path keeps the rest of the sample', async () => {
  const { clientAdminToken, clientId, milestoneId } = valueExamples;
  const query = new URLSearchParams({
    redirectUrl: 'https://shop.example/orders/1001?paid=maybe',
    paymentType: 'PURCHASE',
  });

  const started = describeCall(pact(), 'the shop starts a payment of a milestone', {
    operation: 'startPayment',
    request: (value) => ({ path: { milestoneId: value('milestoneId') } }),
    status: 200,
  }).executeTest(({ url }) =>
    fetch(`${url}/api/external/contracts/startPayment/${milestoneId}/${clientId}?${query}`, {
      headers: { authorization: `Bearer ${clientAdminToken}` },
    }),
  );

  await expect(started).resolves.toMatchObject({ status: 200 });
});

test.for<[what: string, call: object, message: string]>([
  ['path parameter', { request: () => ({ path: { milestone: 'm' } }) }, 'Did you mean "milestoneId"?'],
  ['query parameter', { request: () => ({ query: { redirect: 'u' } }) }, 'Did you mean "redirectUrl"?'],
  ['state', { given: { name: 'a milestone', parameters: {} } }, 'Did you mean "a '],
  ['token', { token: 'clientAdmin' }, 'Did you mean "clientAdminToken"?'],
  [
    'value',
    { request: (value: (name: string) => unknown) => ({ path: { milestoneId: value('milestone') } }) },
    'of the state "a milestone waiting for payment" "milestone". Did you mean "milestoneId"?',
  ],
])('an unknown %s is refused', ([what, call, message]) => {
  const describe = () =>
    describeCall(pact(), `unknown ${what}`, { operation: 'startPayment', status: 200, ...call } as never);

  expect(describe).toThrow(`There is no ${what} `);
  expect(describe).toThrow(message);
});
