import { describe, expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { sendRequest } from './send-request.ts';

test('AUTH-1 a known token of the right kind is accepted', async () => {
  const answer = await sendRequest('GET /users/usr_example_1', { token: 'key_sandbox' });

  expect(answer).toEqual(answerExample('getUser', 200, 'verified'));
});

test.each([
  ['missing token', {}],
  ['unknown token', { authorization: 'Bearer key_of_another' }],
  ['known token under another scheme', { authorization: 'Basic key_sandbox' }],
])('AUTH-1 a %s is refused with 401', async (_case, headers) => {
  const answer = await sendRequest('GET /users/usr_example_1', { headers });

  expect(answer).toEqual(answerExample('getUser', 401, 'missingToken'));
});

const payment = 'redirectUrl=https%3A%2F%2Fshop.example%2Freturn&paymentType=PURCHASE';

describe.each([
  { operationId: 'createContract', target: 'POST /api/external/contracts' },
  { operationId: 'addMilestones', target: 'PATCH /api/external/contracts/contract-1/milestones' },
  { operationId: 'addParties', target: 'PATCH /api/external/contracts/contract-1/parties' },
  { operationId: 'startPayment', target: `GET /api/external/contracts/startPayment/milestone-1/client-1?${payment}` },
])('$operationId', ({ operationId, target }) => {
  const body = operationId === 'startPayment' ? {} : { json: requestExample(operationId) };

  test.each([
    ['AUTH-4 the organization token', 'org_sandbox', 'organizationToken'],
    ['AUTH-3 a token of another kind', 'key_sandbox', 'otherToken'],
  ])('%s is refused with 403', async (_title, token, example) => {
    expect(await sendRequest(target, { token, ...body })).toEqual(answerExample(operationId, 403, example));
  });
});

test('AUTH-8 an OTP is checked with the client admin token as well', async () => {
  const options = { token: 'adm_sandbox', json: requestExample('validateOtp') };

  const answer = await sendRequest('POST /api/external/otps/validate', options);

  expect(answer).toEqual(answerExample('validateOtp', 200, 'valid'));
});
