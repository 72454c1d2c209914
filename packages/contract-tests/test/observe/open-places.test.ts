import { expect, test } from 'vitest';
import { callOf, type Entry, eventOf, observeEntries } from '../support/traffic.ts';

const seenIn = async (entries: Entry[]): Promise<string[]> => {
  const { openPlaces } = await observeEntries(entries);
  return openPlaces.map(({ operation, place, type }) => `${operation} ${place}: ${type}`).sort();
};

test('statuses, fields and types are listed where the document does not have them, or leaves them open', async () => {
  const fee = { rates: [0.5, 1], by: '***' };
  const answer = { data: { id: 'c-1', type: 'A', senderRole: 'B', status: 'CREATED', fee } };
  const entries = [
    callOf('createContract', { status: 201, answer }),
    callOf('createContract', { status: 422, answer: { code: 'X' } }),
    callOf('addAddress', { status: 204, answer: '' }),
    callOf('getUser', { query: { expand: 'all' } }),
    callOf('legacySignUp', { answer: { data: { id: 5, preExistingUser: true, clientUserToken: 'a' } } }),
    eventOf({ contractId: 'm-1', status: 'REFUNDED', amount: 5 }),
  ];

  expect(await seenIn(entries)).toEqual([
    'addAddress answer 204: none',
    'addAddress answer 204: status',
    'contractEvent event /amount: integer',
    'createContract answer 201 /data/fee/by: redacted',
    'createContract answer 201 /data/fee/rates/*: integer',
    'createContract answer 201 /data/fee/rates/*: number',
    'createContract answer 201 /data/fee/rates: array',
    'createContract answer 201 /data/fee: object',
    'createContract answer 201: status',
    'createContract answer 422 /code: string',
    'createContract answer 422: object',
    'createContract answer 422: status',
    'getUser query expand: string',
    'legacySignUp answer 200 /data/id: integer',
    'legacySignUp answer 200: status',
  ]);
});

test('a key that is no name is an id, and so are the other keys of its object', async () => {
  const answer = { '+966500000001': { city: 'a' }, zainab: 1, ['__proto__']: 2 };

  expect(await seenIn([callOf('addAddress', { answer })])).toEqual([
    'addAddress answer 200 /*/city: string',
    'addAddress answer 200 /*: integer',
    'addAddress answer 200 /*: object',
    'addAddress answer 200: object',
    'addAddress answer 200: status',
  ]);
});
