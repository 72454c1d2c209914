import { expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { fetchRequest, sendRequest } from './send-request.ts';

const payment = 'GET /api/external/contracts/startPayment/milestone-1/client-1';
const ticket = 'POST /realms/service/protocol/openid-connect/token';
const addParties = 'PATCH /api/external/contracts/c/parties';
const redirectUrl = 'https://shop.example/return?order=1&lang=ar';

test.each([
  ['PAY-1 both parameters are accepted', { redirectUrl, paymentType: 'PURCHASE' }, 200, 'checkoutUrl'],
  ['PAY-1 no redirectUrl is refused', { paymentType: 'PURCHASE' }, 400, 'redirectUrlMissing'],
  ['PAY-1 no paymentType is refused', { redirectUrl }, 400, 'paymentTypeMissing'],
  ['PAY-1 no whole URL is refused', { redirectUrl: '/return', paymentType: 'PURCHASE' }, 400, 'redirectUrlRelative'],
  ['PAY-1 another scheme is refused', { redirectUrl: 'app://a', paymentType: 'PURCHASE' }, 400, 'redirectUrlScheme'],
])('%s', async (_title, query, status, example) => {
  const target = `${payment}?${new URLSearchParams(query as Record<string, string>)}`;

  const answer = await sendRequest(target, { token: 'adm_sandbox' });

  expect(answer).toEqual(answerExample('startPayment', status, example));
});

test.each([
  ['TICKET-1 a form with the scope of a payment is accepted without a token', '', 200, 'issued'],
  ['TICKET-1 a form with a repeated field is refused', '&scope=payment%3Aother', 400, 'scopeMalformed'],
  ['TICKET-1 a form with two grant types is refused', '&grant_type=other', 400, 'grantTypeUnknown'],
])('%s', async (_title, addition, status, example) => {
  const text = `${new URLSearchParams(requestExample('requestTicket'))}${addition}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  const answer = await sendRequest(ticket, { text, headers });

  expect(answer).toEqual(answerExample('requestTicket', status, example));
});

const user = { email: 'buyer@shop.example', phone: '+966500000001', name: 'Example Buyer' };

test.each([
  ['emailMissing', { ...user, email: undefined }],
  ['emailNotText', { ...user, email: 1 }],
  ['nameNotText', { ...user, name: 1 }],
  ['phoneMissing', { ...user, phone: undefined }],
  ['phoneNotE164', { ...user, phone: '0500000001' }],
  ['bodyNotObject', []],
])('UAPI-1 a user is refused by the example of the field: %s', async (example, json) => {
  const answer = await sendRequest('POST /users/link', { token: 'key_sandbox', json });

  expect(answer).toEqual(answerExample('linkUser', 400, example));
});

const provider = { phoneNumber: '+966500000001', amount: 100, role: 'PROVIDER', arbitrator: false };

test.each([
  [
    'that is known best',
    [
      { ...provider, role: 'BROKER' },
      { ...provider, isSender: true },
    ],
    'providerSender',
  ],
  ['for the field', [{ ...provider, role: 'BROKER', arbitrator: true }], 'isSenderOfBroker'],
])('the example is of the rule %s', async (_title, parties, example) => {
  const json = { mileStonesParties: { 'milestone-1': parties } };

  const answer = await sendRequest(addParties, { token: 'adm_sandbox', json });

  expect(answer).toEqual(answerExample('addParties', 400, example));
});

test('a month that no calendar has is refused, though Prism takes it', async () => {
  const json = requestExample('addMilestones');
  json.milestones[0].deadLine = '2030-13-01T00:00:00Z';

  const answer = await sendRequest('PATCH /api/external/contracts/c/milestones', { token: 'adm_sandbox', json });

  expect(answer).toMatchObject({ status: 400 });
});

test('amounts that do not add up are accepted: the mock does no arithmetic', async () => {
  const json = requestExample('addParties');
  for (const party of Object.values<{ amount: number }[]>(json.mileStonesParties).flat()) party.amount = 1;

  expect(await sendRequest(addParties, { token: 'adm_sandbox', json })).toMatchObject({ status: 200 });
});

test('a refusal names the field and the rule in a header, for any keys', async () => {
  const json = { mileStonesParties: { 'مرحلة ١ 100%': [{ ...provider, isSender: true }] } };

  const response = await fetchRequest(addParties, { token: 'adm_sandbox', json });

  expect(JSON.parse(response.headers.get('sl-violations') ?? '')).toEqual([
    {
      location: ['request', 'body', 'mileStonesParties.مرحلة ١ 100%[0].isSender'],
      severity: 'Error',
      code: 'PARTY-3',
      message: 'must not be sent',
    },
  ]);
});

test('the first violations are in the header, of any number and with keys of any length', async () => {
  const milestones = Array.from({ length: 100 }, (_, index) => [`${'م'.repeat(500)}${index}`, [{}]]);
  const json = { mileStonesParties: Object.fromEntries(milestones) };

  const response = await fetchRequest(addParties, { token: 'adm_sandbox', json });

  expect(response.status).toBe(400);
  expect(JSON.parse(response.headers.get('sl-violations') ?? '').length).toBe(20);
});
