import { expect, test } from 'vitest';
import type { CallInfo } from '../src/index.ts';
import { callOperation } from './support/call-operation.ts';
import { expectClearRefusal, refusalOf, type Send } from './support/clear-refusal.ts';
import { createObservedClient } from './support/observed-client.ts';
import { printsOf } from './support/prints-of.ts';
import { bankAccount, customer, parent } from './support/sample-inputs.ts';

const path = { contractId: 'c-1' };
const badPhone = '+966-512345678';

const brokenBodies: [what: string, field: string, send: Send][] = [
  ['phone of a customer', 'phoneNumber', (e) => e.customers.register({ ...customer, phoneNumber: badPhone })],
  ['IBAN', 'iban', (e) => e.customers.addBankAccount(1, { ...bankAccount, iban: 'SAIBAN0000' })],
  ['national id', 'nationalId', (e) => e.verification.submitNationalId('7', 'NATID')],
  [
    'client secret',
    'client_secret',
    (e) =>
      callOperation(e, 'requestTicket', {
        body: { client_id: 'c', client_secret: 987654 as never, login_hint: badPhone, scope: 'payment:x' },
      }),
  ],
  ['body that is missing', 'body', (e) => callOperation(e, 'addParties', { path } as never)],
  ['ticket that is for nobody', 'buyerPhone', (e) => e.payments.requestTicket(undefined as never)],
  ['body that is text', 'addParties', (e) => callOperation(e, 'addParties', { path, body: 'SECRET' as never })],
];

test.each(brokenBodies)(
  'a broken %s is refused with the name of its field, but not its value',
  async (_what, field, send) => {
    const error = await refusalOf(send);

    expectClearRefusal(error, field);
    expect(error.code).toBe('rule_violation');
  },
);

const circular: Record<string, unknown> = { secret: 'SECRET' };
circular['self'] = circular;

const notEncodable: [what: string, operationId: string, send: Send][] = [
  ['a BigInt', 'updateUser', (e) => e.users.update('usr_1', { metadata: { amount: 987654n } })],
  ['a circle', 'updateUser', (e) => e.users.update('usr_1', { metadata: circular })],
  ['half a character in a path', 'getUser', (e) => e.users.get('SECRET\ud800')],
];

test.each(notEncodable)('input with %s, which JSON cannot represent, is refused', async (_what, operationId, send) => {
  const error = await refusalOf(send);

  expectClearRefusal(error, operationId);
  expect(error).toMatchObject({ code: 'configuration', operationId });
});

test('input is sent as it was at the time of the call, even if it changes later', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const body = { amount: 1 };

  const call = callOperation(escrow, 'createPayment', { body });
  body.amount = 2;
  await call;

  expect(sent.map((request) => request.body)).toEqual(['{"amount":1}']);
});

test.each(['1001x', '-1', 1.5, Number.NaN, 2 ** 53])('a serviceUserId of %j is refused', async (id) => {
  const error = await refusalOf((e) => e.customers.addBankAccount(id as number, bankAccount));

  expectClearRefusal(error, 'serviceUserId');
});

test.each(['%2e%2e', '../webhooks', '?a=1', 'ä', '$&'])(
  'the id "%s" is escaped and reaches its own endpoint',
  async (userId) => {
    const calls: CallInfo[] = [];
    const { escrow, sent } = createObservedClient(
      { '*': { body: {} } },
      { observer: { call: ({ call }) => calls.push(call) } },
    );

    await escrow.users.get(userId);

    expect(sent.map(({ to }) => to)).toEqual([`GET https://users.test/users/${encodeURIComponent(userId)}`]);
    expect(calls).toMatchObject([{ operationId: 'getUser', template: '/users/{userId}' }]);
  },
);

test.each(['/users', 'constructor', '/webhooks/../users/link'])(
  'the path "%s", which the document does not have, is refused',
  async (path) => {
    const error = await refusalOf((e) => e.hosts.users.GET(path as '/webhooks'));

    expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent' });
    expect(error.message).toContain('hosts.users has no GET for this path');
  },
);

test.each([
  ['a value that no header can hold', { 'x-order': 'secret-1\n\0' }],
  ['a value that is null', { 'x-order': null as never }],
  ['a value that is a promise', { 'x-order': Promise.resolve('secret-1') as never }],
  ['a name that no header has', { 'x order': 'secret-1' }],
  ['another type', 'secret-1' as never],
])('ERR-1 headers of a call with %s are an EscrowError without the value', async (_what, headers) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  const error = await escrow.hosts.contract
    .POST('/api/external/contracts', { body: parent, headers })
    .catch((thrown) => thrown);

  expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent', operationId: 'createContract' });
  expect(printsOf(error)).not.toContain('secret-1');
  expect(sent).toEqual([]);
});
