import { describe, expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();

test('AUTH-1 a known token of the right kind is accepted', async () => {
  const answer = await sendRequest(mock(), 'GET /users/usr_example_1', { token: 'key_sandbox' });

  expect(answer).toEqual(answerExample('getUser', 200, 'verified'));
});

test('AUTH-1 a missing token is refused with 401', async () => {
  const answer = await sendRequest(mock(), 'GET /users/usr_example_1');

  expect(answer).toEqual(answerExample('getUser', 401, 'missingToken'));
});

test('AUTH-1 an unknown token is refused with 401', async () => {
  const answer = await sendRequest(mock(), 'GET /users/usr_example_1', { token: 'key_of_another' });

  expect(answer).toEqual(answerExample('getUser', 401, 'missingToken'));
});

test('AUTH-1 a known token under another scheme is refused with 401', async () => {
  const headers = { authorization: 'Basic key_sandbox' };

  const answer = await sendRequest(mock(), 'GET /users/usr_example_1', { headers });

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

  test('AUTH-4 the organization token is refused with 403', async () => {
    const answer = await sendRequest(mock(), target, { token: 'org_sandbox', ...body });

    expect(answer).toEqual(answerExample(operationId, 403, 'organizationToken'));
  });

  test('AUTH-3 a token of another kind is refused with 403', async () => {
    const answer = await sendRequest(mock(), target, { token: 'key_sandbox', ...body });

    expect(answer).toEqual(answerExample(operationId, 403, 'otherToken'));
  });
});

test('AUTH-2 the client admin token is refused with 403 by calls that need the organization token', async () => {
  const json = requestExample('registerCustomer');

  const answer = await sendRequest(mock(), 'POST /realms/service/service-partner/customers', {
    token: 'adm_sandbox',
    json,
  });

  expect(answer).toEqual(answerExample('registerCustomer', 403, 'otherToken'));
});

test.each(['usr_sandbox', 'adm_sandbox'])('AUTH-8 an OTP is checked with %s', async (token) => {
  const answer = await sendRequest(mock(), 'POST /api/external/otps/validate', {
    token,
    json: requestExample('validateOtp'),
  });

  expect(answer).toEqual(answerExample('validateOtp', 200, 'valid'));
});
