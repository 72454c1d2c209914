import { expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { fetchRequest, sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();
const ticket = 'POST /realms/service/protocol/openid-connect/token';
const payment = 'GET /api/external/contracts/startPayment/milestone-1/client-1';

test('TICKET-3 Prefer selects the refusal of a buyer who declined', async () => {
  const form = requestExample('requestTicket');
  const headers = { prefer: 'code=400, example=consentRejected' };

  const answer = await sendRequest(mock(), ticket, { form, headers });

  expect(answer).toEqual(answerExample('requestTicket', 400, 'consentRejected'));
});

test('TICKET-4 Prefer wins over a request that breaks a rule', async () => {
  const form = { scope: 'openid' };
  const headers = { prefer: 'code=400, example=buyerNotLinked' };

  const answer = await sendRequest(mock(), ticket, { form, headers });

  expect(answer).toEqual(answerExample('requestTicket', 400, 'buyerNotLinked'));
});

test('Prefer selects success for a request without a token and with malformed JSON', async () => {
  const headers = { prefer: 'code=200', 'content-type': 'application/json' };

  const answer = await sendRequest(mock(), 'POST /api/external/contracts', { text: '{', headers });

  expect(answer).toEqual(answerExample('createContract', 200, 'created'));
});

test('ID-2 Prefer selects an example by its name alone', async () => {
  const headers = { prefer: 'example=wrong' };

  const answer = await sendRequest(mock(), 'POST /api/external/otps/validate', { headers });

  expect(answer).toEqual(answerExample('validateOtp', 200, 'wrong'));
});

test('UAPI-5 Prefer selects an unknown user', async () => {
  const answer = await sendRequest(mock(), 'GET /users/usr_1', { headers: { prefer: 'code=404' } });

  expect(answer).toEqual(answerExample('getUser', 404, 'userNotFound'));
});

test('PAY-4 Prefer selects the 500 without a body', async () => {
  const response = await fetchRequest(mock(), payment, { token: 'adm_sandbox', headers: { prefer: 'code=500' } });

  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toBeNull();
  expect(response.headers.get('content-length')).toBe('0');
  expect(await response.text()).toBe('');
});

test.each(['text/html', 'nonsense'])('a refusal is JSON to a caller that accepts %s', async (accept) => {
  const chosen = await sendRequest(mock(), payment, { headers: { accept, prefer: 'code=403' } });
  const refused = await sendRequest(mock(), payment, { headers: { accept } });

  expect(chosen).toEqual(answerExample('startPayment', 403, 'organizationToken'));
  expect(refused).toEqual(answerExample('startPayment', 401, 'missingToken'));
});

test('Prefer without a code or an example leaves the refusal to the document', async () => {
  const answer = await sendRequest(mock(), payment, { headers: { prefer: 'dynamic=true' } });

  expect(answer).toEqual(answerExample('startPayment', 401, 'missingToken'));
});

test.each(['CODE=400;x=1 , Example="consentRejected"', 'wait=1, code=400, code=500, example=consentRejected'])(
  'Prefer: %s is understood',
  async (prefer) => {
    const answer = await sendRequest(mock(), ticket, { headers: { prefer } });

    expect(answer).toEqual(answerExample('requestTicket', 400, 'consentRejected'));
  },
);

test('a preference inside quotes is ignored', async () => {
  const answer = await sendRequest(mock(), payment, { headers: { prefer: 'note="a, code=500"' } });

  expect(answer).toEqual(answerExample('startPayment', 401, 'missingToken'));
});

test('a preference in the query is ignored', async () => {
  const answer = await sendRequest(mock(), 'GET /users/usr_1?__code=404', { token: 'key_sandbox' });

  expect(answer).toEqual(answerExample('getUser', 200, 'verified'));
});

test('a code that is not a number is refused with 422', async () => {
  const answer = await sendRequest(mock(), payment, { headers: { prefer: 'code=abc' } });

  expect(answer).toMatchObject({ status: 422 });
});

test('Prefer makes up the same body from the same seed', async () => {
  const made = (seed: string) =>
    sendRequest(mock(), 'GET /users/usr_1', {
      token: 'key_sandbox',
      headers: { prefer: `dynamic=true, seed=${seed}` },
    });

  const [one, same, other] = [await made('1'), await made('1'), await made('2')];

  expect(one.status).toBe(200);
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
});

test.each(['code=599', 'example=unknown', 'code=400, example=unknown'])(
  'Prefer: %s, which the document does not know, is answered with 404',
  async (prefer) => {
    const answer = await sendRequest(mock(), payment, { headers: { prefer } });

    expect(answer).toMatchObject({ status: 404, body: { type: expect.stringContaining('NOT_FOUND') } });
  },
);
