import { expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { type Received, sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();

function startPayment(query: Record<string, string>): Promise<Received> {
  const target = `GET /api/external/contracts/startPayment/milestone-1/client-1?${new URLSearchParams(query)}`;
  return sendRequest(mock(), target, { token: 'adm_sandbox' });
}

const redirectUrl = 'https://shop.example/return?order=1&lang=ar';

test('PAY-1 start of payment with its two query parameters returns the checkout URL', async () => {
  const answer = await startPayment({ redirectUrl, paymentType: 'PURCHASE' });

  expect(answer).toEqual(answerExample('startPayment', 200, 'checkoutUrl'));
});

test.each([
  ['redirectUrlMissing', { paymentType: 'PURCHASE' }],
  ['redirectUrlRelative', { redirectUrl: '/return', paymentType: 'PURCHASE' }],
  ['redirectUrlScheme', { redirectUrl: 'myapp://return', paymentType: 'PURCHASE' }],
  ['paymentTypeMissing', { redirectUrl }],
])('PAY-1 start of payment is refused: %s', async (example, query) => {
  const answer = await startPayment(query as Record<string, string>);

  expect(answer).toEqual(answerExample('startPayment', 400, example));
});

function requestTicket(change: Record<string, string>): Promise<Received> {
  const form = { ...requestExample('requestTicket'), ...change };
  return sendRequest(mock(), 'POST /realms/service/protocol/openid-connect/token', { form });
}

test('TICKET-1 a form with the scope of a payment gets a ticket without a token', async () => {
  const answer = await requestTicket({ scope: 'payment:aB3xK9' });

  expect(answer).toEqual(answerExample('requestTicket', 200, 'issued'));
});

test.each([
  ['another scope', { scope: 'openid' }, 'scopeMalformed'],
  ['another grant type', { grant_type: 'client_credentials' }, 'grantTypeUnknown'],
])('TICKET-1 a form with %s is refused', async (_case, change, example) => {
  const answer = await requestTicket(change as Record<string, string>);

  expect(answer).toEqual(answerExample('requestTicket', 400, example));
});

test('TICKET-1 a repeated field is refused', async () => {
  const text = `${new URLSearchParams(requestExample('requestTicket'))}&scope=payment%3Aother`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  const answer = await sendRequest(mock(), 'POST /realms/service/protocol/openid-connect/token', { text, headers });

  expect(answer).toEqual(answerExample('requestTicket', 400, 'scopeMalformed'));
});

test('TICKET-1 a JSON body is refused with 415', async () => {
  const json = requestExample('requestTicket');

  const answer = await sendRequest(mock(), 'POST /realms/service/protocol/openid-connect/token', { json });

  expect(answer).toEqual(answerExample('requestTicket', 415, 'otherMediaType'));
});
