import { expect, test } from 'vitest';
import { callOf, type Entry, eventOf, observeEntries, serviceUrl } from './traffic.ts';

test('an unknown call is shown by its method and the words of its path that the document knows', async () => {
  const unknown = (method: string, path: string): Entry => ({
    ...callOf('getUser'),
    request: { method, url: `${serviceUrl}${path}`, headers: [], bodySize: 0 },
  });

  const { unknownCalls, known, notes } = await observeEntries([
    unknown('POST', '/api/v3/sign-in'),
    unknown('POST', '/api/v3/sign-in'),
    unknown('GET', '/friends/zainab/payments/71'),
  ]);

  expect(unknownCalls.map(({ call, status, count }) => [call, status, count])).toEqual([
    ['POST /api/v3/sign-in', 200, 2],
    ['GET /{}/{}/payments/{}', 200, 1],
  ]);
  expect([known, notes]).toEqual([
    0,
    ['No call is an operation of this document. Check --url or the other addresses.'],
  ]);
});

test('statuses are listed where the document leaves them open', async () => {
  const { statuses } = await observeEntries([
    callOf('createContract', { status: 201, answer: { data: {} } }),
    callOf('createContract', { status: 418, answer: {} }),
    callOf('getUser'),
  ]);

  expect(statuses.map(({ operation, status }) => [operation, status])).toEqual([
    ['createContract', 201],
    ['createContract', 418],
  ]);
});

test('fields are listed with their types where the document does not have them, or leaves their type open', async () => {
  const answer = { data: { id: 'c-1', type: 'A', senderRole: 'B', status: 'CREATED', fee: { rates: [0.5, 1] } } };

  const { fields } = await observeEntries([
    callOf('createContract', { answer }),
    callOf('createContract', { status: 422, answer: { code: 'X' } }),
    callOf('addAddress', { status: 204, answer: '' }),
    callOf('getUser', { query: { expand: 'all' } }),
    callOf('legacySignUp', { answer: { data: { id: 5, preExistingUser: true, clientUserToken: 'a' } } }),
    eventOf({ contractId: 'm-1', status: 'REFUNDED', amount: 5 }),
  ]);

  expect(
    fields.map(({ operation, message, field, type }) => `${operation} ${message} ${field} ${type}`).sort(),
  ).toEqual([
    'addAddress answer 204  none',
    'contractEvent event /amount integer',
    'createContract answer 200 /data/fee object',
    'createContract answer 200 /data/fee/rates array',
    'createContract answer 200 /data/fee/rates/* integer',
    'createContract answer 200 /data/fee/rates/* number',
    'createContract answer 422  object',
    'createContract answer 422 /code string',
    'getUser query /expand string',
    'legacySignUp answer 200 /data/id integer',
  ]);
});

test('a key that is no name is an id, and so are the other keys of its object', async () => {
  const { fields } = await observeEntries([
    callOf('addAddress', { answer: { '+966500000001': { city: 'a' }, zainab: 1, ['__proto__']: 2 } }),
  ]);

  expect(fields.map(({ field, type }) => `${field} ${type}`).sort()).toEqual([
    ' object',
    '/* integer',
    '/* object',
    '/*/city string',
  ]);
});
