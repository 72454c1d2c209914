import { findOperation } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { answerExample } from './document-example.ts';
import { fetchRequest, sendRequest } from './send-request.ts';

const ticket = 'POST /realms/service/protocol/openid-connect/token';
const payment = 'GET /api/external/contracts/startPayment/milestone-1/client-1';
const user = 'GET /users/usr_1';

test.each([
  ['capitals and parameters', ticket, 'CODE=400;x=1 , Example="consentRejected"', 400, 'consentRejected'],
  ['the first of two codes', ticket, 'wait=1, code=400, code=500, example=consentRejected', 400, 'consentRejected'],
  ['an example by its name alone', 'POST /api/external/otps/validate', 'example=wrong', 200, 'wrong'],
  ['a status alone', 'PUT /users/usr_1', 'code=404', 404, 'userNotFound'],
])('%s is preferred, by a request without a token and with a malformed body', async (...row) => {
  const [, target, prefer, status, example] = row;
  const [method = '', path = ''] = target.split(' ');
  const headers = { prefer, 'content-type': 'application/json' };

  const answer = await sendRequest(target, { text: '{', headers });

  expect(answer).toEqual(answerExample(findOperation(method, path)?.operation.id ?? '', status, example));
});

test('PAY-4 Prefer selects the 500 without a body', async () => {
  const response = await fetchRequest(payment, { token: 'adm_sandbox', headers: { prefer: 'code=500' } });

  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toBeNull();
  expect(response.headers.get('content-length')).toBe('0');
  expect(await response.text()).toBe('');
});

test.each([
  ['dynamic=true', 'application/json'],
  ['note="a, code=500"', 'application/json'],
  ['', 'text/html'],
])('Prefer %j with Accept %j leaves the refusal to the document', async (prefer, accept) => {
  const answer = await sendRequest(payment, { headers: { prefer, accept } });

  expect(answer).toEqual(answerExample('startPayment', 401, 'missingToken'));
});

test('Prefer makes up the same body from the same seed', async () => {
  const made = (seed: string) =>
    sendRequest(user, { token: 'key_sandbox', headers: { prefer: `dynamic=true, seed=${seed}` } });

  const [one, same, other] = [await made('1'), await made('1'), await made('2')];

  expect(one.status).toBe(200);
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
});

test.each([
  ['code=599', 'The document has no such answer. It has 200, 400, 401, 403, 415, default.'],
  ['code=abc', 'The document has no such answer. It has 200, 400, 401, 403, 415, default.'],
  ['example=unknown', 'The document has no such example of 200. It has notShown.'],
  ['code=403, example=unknown', 'The document has no such example of 403. It has organizationToken, otherToken.'],
])('Prefer: %s, which the document does not know, is answered with 404', async (prefer, detail) => {
  const answer = await sendRequest('PATCH /api/external/contracts/c/parties', { headers: { prefer } });

  expect(answer).toMatchObject({ status: 404, body: { detail } });
});
