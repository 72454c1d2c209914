import { expect, test } from 'vitest';
import { parseCheckoutUrl } from '../../src/index.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { checkoutUrl, milestone } from '../support/sample-inputs.ts';

const redirectUrl = 'https://shop.test/return?order=1&x=ä b#top';
const answer = { body: { data: checkoutUrl } };

test('AUTH-5 start of payment sends the clientId of the options', async () => {
  const { escrow, sent } = createObservedClient({ '*': answer }, { clientId: 'client/two' });

  await escrow.payments.start({ milestoneId: 'm-1', redirectUrl });

  expect(sent.map(({ to }) => new URL(to.slice(4)).pathname)).toEqual([
    '/api/external/contracts/startPayment/m-1/client%2Ftwo',
  ]);
});

test.each([
  ['several', '?payment_methods=MANUAL_BANK_TRANSFER,CARD&client_id=shop-client', ['MANUAL_BANK_TRANSFER', 'CARD']],
  ['several, encoded', '?payment_methods=MANUAL_BANK_TRANSFER%2CCARD', ['MANUAL_BANK_TRANSFER', 'CARD']],
  ['one', '?client_id=shop-client&payment_methods=CARD', ['CARD']],
  ['none', '', []],
])('PAY-2 the payment methods of a checkout URL with %s are read', (_what, query, paymentMethods) => {
  expect(parseCheckoutUrl(`https://pay.test/external/aB3xK9${query}`).paymentMethods).toEqual(paymentMethods);
});

test.each([
  ['https://pay.test/external/aB3xK9', 'aB3xK9'],
  ['https://pay.test/en/external/aB3xK9/summary?client_id=1', 'aB3xK9'],
  ['https://pay.sandbox.test:8443/external/a%2Fb#top', 'a/b'],
  ['http://127.0.0.1:4020/checkout/external/Z', 'Z'],
])('PAY-3 the short id of %s is %s', (url, shortId) => {
  expect(parseCheckoutUrl(url).shortId).toBe(shortId);
});

test.each([
  'https://pay.test/internal/aB3xK9',
  'https://pay.test/external/',
  'https://pay.test/?next=/external/aB3xK9',
  'https://pay.test/external/50%-off',
  'https://pay.test/external/aB3%20payment:other',
  'https://pay.test/external/aB3%22',
  '',
])('PAY-3 the address "%s" has no short id and is reported', async (url) => {
  const { escrow } = createObservedClient({ '*': { body: { data: url } } });

  await expect(escrow.payments.start({ milestoneId: 'm-1', redirectUrl })).rejects.toMatchObject({
    code: 'decode',
    outcome: 'unknown',
  });
});

test('PAY-4 a bare 500 is reported as a probably unknown milestone, after one request', async () => {
  const { escrow, sent } = createObservedClient({ '*': { status: 500 } }, { retry: { baseDelayInMs: 0 } });

  await expect(escrow.payments.start({ milestoneId: 'm-none', redirectUrl })).rejects.toMatchObject({
    code: 'milestone_probably_unknown',
    status: 500,
    attempts: 1,
    operationId: 'startPayment',
  });
  expect(sent).toHaveLength(1);
});

test('PAY-4 a 500 with a body, or from another call, is not about a milestone', async () => {
  const { escrow } = createObservedClient({
    'GET /api/external/contracts/startPayment/m-1/shop-client': { status: 500, body: { message: 'down' } },
    '*': { status: 500 },
  });

  await expect(escrow.payments.start({ milestoneId: 'm-1', redirectUrl })).rejects.toMatchObject({ code: 'api' });
  await expect(escrow.contracts.addMilestones('m-1', [milestone])).rejects.toMatchObject({ code: 'api', status: 500 });
});
