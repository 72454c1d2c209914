import { expect, test } from 'vitest';
import { isApiError, isEscrowError, Secret } from '../../src/index.ts';
import { callOperation } from '../support/call-operation.ts';
import { bareHeaders, createObservedClient, jsonHeaders, withJson } from '../support/observed-client.ts';
import { printsOf } from '../support/prints-of.ts';

const user = {
  email: 'noor@shop.test',
  phone: '+966500000011',
  name: 'Noor Buyer',
  metadata: { vip: true, note: 'ä' },
};
const meta = { request_id: 'req-77', timestamp: '2030-01-01T00:00:00Z' };
const linked = {
  success: true,
  data: {
    user_id: 'usr_1',
    waffy_token: 'waffy-123',
    status: 'linked',
    verification_required: true,
    created_at: '2030-01-01T00:00:00Z',
    metadata: { vip: true },
  },
  meta,
};

test('UAPI-1 the whole envelope is returned, with the user token as a secret', async () => {
  const { escrow } = createObservedClient({ '*': { body: linked } });

  const answer = await escrow.users.link(user);

  expect(answer.data.waffy_token).toBeInstanceOf(Secret);
  expect(answer.data.waffy_token.reveal()).toBe('waffy-123');
  expect(printsOf(answer)).not.toContain('waffy-123');
  expect({ ...answer, data: { ...answer.data, waffy_token: 'waffy-123' } }).toEqual(linked);
});

test('UAPI-4 invalid input is reported with its field, and prints no value', async () => {
  const details = { field: 'email', value: 'noor-at-shop' };
  const body = { success: false, error: { code: 'VALIDATION_ERROR', message: 'Invalid email', details } };
  const { escrow } = createObservedClient({ '*': { status: 400, body } });

  const error = await escrow.users.link({ ...user, email: 'noor-at-shop' }).catch((error) => error);

  expect(error).toMatchObject({ code: 'users_validation', status: 400, outcome: 'rejected', attempts: 1 });
  expect(isApiError(error, 'linkUser', 400) && error.body).toEqual(body);
  expect(printsOf(error)).not.toContain('noor-at-shop');
});

test('UAPI-5 an unknown user is reported as such', async () => {
  const body = { success: false, error: { code: 'USER_NOT_FOUND', message: 'User not found' } };
  const { escrow } = createObservedClient({ '*': { status: 404, body } });

  const error = await escrow.users.get('usr_none').catch((error) => error);

  expect(isEscrowError(error, 'user_not_found')).toBe(true);
  expect(isApiError(error, 'getUser', 404) && error.body.error.code).toBe('USER_NOT_FOUND');
});

test('UAPI-6 a rate limit is reported with every header, whatever its name', async () => {
  const headers = { 'X-RateLimit-Remaining': '0', 'any-name-at-all': '17', 'Retry-After': '60' };
  const { escrow } = createObservedClient({ '*': { status: 429, headers } });

  const error = await escrow.users.get('usr_1').catch((error) => error);

  expect(error).toMatchObject({ code: 'rate_limited', status: 429, outcome: 'rejected' });
  expect(error.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(error.headers.get('any-name-at-all')).toBe('17');
});

test('UAPI-7 an operation of which only the name is shown takes and returns any body', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: { anything: ['goes'] } } });
  const path = { id: 'x-1', milestoneId: 'm-2' };

  expect(await callOperation(escrow, 'updateGenericMilestone', { path, body: { b: [2] } })).toEqual({
    anything: ['goes'],
  });
  await callOperation(escrow, 'createPayment');

  expect(sent.map(withJson)).toEqual([
    { to: 'PUT https://users.test/contracts/x-1/milestones/m-2', headers: jsonHeaders('key-token'), body: { b: [2] } },
    { to: 'POST https://users.test/payments', headers: bareHeaders('key-token'), body: '' },
  ]);
});
