import { Headers as UndiciHeaders } from 'undici';
import { expect, test } from 'vitest';
import { checkoutRedirectUrl, type Secret } from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';
import { printsOf } from './support/prints-of.ts';
import { customer, parent } from './support/sample-inputs.ts';

const path = { userId: 'u' };

test.each(['<!doctype html><title>Sign in</title>', '{"data":'])(
  'if no answer is shown, %s cannot be used',
  async (body) => {
    const { escrow } = createObservedClient({ '*': { body } });
    const raw = await failureOf(escrow.hosts.users.PUT('/users/{userId}', { params: { path }, body: {} }));
    expect(raw).toMatchObject({ code: 'decode', outcome: 'unknown' });
    expect(await failureOf(escrow.users.update('usr_1', {}))).toMatchObject({ code: 'decode', outcome: 'unknown' });
  },
);

test.each([
  [400, '{"error":403}', 'api'],
  [409, '{"error":"invalid_grant"}', 'api'],
  [403, '{"error":"USER_NOT_FOUND"}', 'forbidden'],
  // A path without ids names nothing that may be missing.
  [404, '', 'address_probably_wrong'],
  [404, '{"error":"Not Found"}', 'address_probably_wrong'],
  [404, '{"rule":"ERR-1d"}', 'address_probably_wrong'],
  [404, '{"rule":"ERR-1b"}', 'api'],
  [404, '{"error":"USER_NOT_FOUND"}', 'user_not_found'],
  [408, '<html>', 'api'],
  [502, '<html>', 'api'],
])('registerCustomer answered with %d %s is %s', async (status, body, code) => {
  const { escrow } = createObservedClient({ '*': { status, body } });
  expect(await failureOf(escrow.customers.register(customer))).toMatchObject({ code });
});

test.each([
  ['', 'api'],
  ['{"error":"Not Found"}', 'api'],
  ['<html>', 'address_probably_wrong'],
  ['{"rule":"ERR-1d"}', 'address_probably_wrong'],
])('getUser, whose path has an id, answered with 404 %s is %s', async (body, code) => {
  const { escrow } = createObservedClient({ '*': { status: 404, body } });
  expect(await failureOf(escrow.users.get('usr_1'))).toMatchObject({ code });
});

test('headers of the document are sent, and those of the options of a call replace them', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: '{}' } });
  // Only an overlay documents headers.
  const header = { 'X-Tenant-Id': 77, 'X-Mine': 'no', 'X-Other': undefined } as never;
  const headers = { 'x-mine': 'yes', 'x-none': undefined };
  const ofUndici = new UndiciHeaders({ 'x-mine': 'yes', 'x-tenant-id': '77' });

  await escrow.hosts.users.PUT('/users/{userId}', { params: { path, header }, body: {}, headers });
  await escrow.call('updateUser', { path, header, body: {} }, { headers });
  await escrow.users.update('u', {}, { headers: ofUndici as never });

  const { headers: each } = sent[0] ?? {};
  expect(each).toMatchObject({ 'x-tenant-id': '77', 'x-mine': 'yes', 'content-type': 'application/json' });
  expect(Object.keys(each ?? {})).not.toContain('x-none');
  expect(sent.map((request) => request.headers)).toEqual([each, each, each]);
});

test('a flow with a header that can not be sent leaves no step pending', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: { serviceUserId: 1 } } });
  const journal = createMemoryJournal();
  const call = { headers: { 'keep-alive': 'timeout=5' } };

  const flow = escrow.flows.onboardCustomer({ phoneNumber: '+966500000011' }, { key: 'buyer-1', journal, call });

  await expect(flow).rejects.toMatchObject({ code: 'configuration', outcome: 'not-sent' });
  expect(await journal.listPendingSteps()).toEqual([]);
  expect(sent).toEqual([]);
});

test('the messages of an error of fetch and of its cause, which may quote a token, are not printed', async () => {
  const fetch = (request: Request) => {
    const message = `proxy refused ${request.headers.get('authorization')} for ${request.url}`;
    const cause = Object.assign(new Error(message), { code: 'ECONNRESET' });
    return Promise.reject(new TypeError(message, { cause }));
  };
  const { escrow } = createObservedClient({}, { fetch });

  const error = await failureOf(escrow.customers.register(customer));

  expect(error).toMatchObject({ code: 'connection', cause: { code: 'ECONNRESET' } });
  expect(printsOf(error)).not.toMatch(/org-token|customers/);
});

test('CHECKOUT-1 a ticket sealed by another copy of the client is accepted', () => {
  const ticket = { kind: 'ticket', reveal: () => 't-1', toString: () => '[redacted]' } as Secret<'ticket'>;

  expect(checkoutRedirectUrl('https://checkout.escrow.example/external/a', ticket)).toBe(
    'https://checkout.escrow.example/external/a?ticket=t-1',
  );
});

/** The answer of another implementation of fetch, such as undici's from npm: not an instance of the global Response. */
const foreignResponse = (body: object): Response =>
  ({ status: 200, ok: true, headers: new Headers(), text: async () => JSON.stringify(body) }) as Response;

test('the answer of another implementation of fetch is accepted', async () => {
  const body = { serviceUserId: 7, userIdentification: 8 };
  const { escrow } = createObservedClient({}, { fetch: async () => foreignResponse(body) });

  const registered = await escrow.customers.register(customer);
  const { data } = await escrow.hosts.identity.POST('/realms/service/service-partner/customers', { body: customer });

  expect([registered, data]).toEqual([body, body]);
});

test('a write whose answer has malformed headers counts as carried out, and never as not sent', async () => {
  const headers = new Map([['x-city', 'الرياض']]);
  const fetch = async () => Object.assign(foreignResponse({ data: { id: 'c-1' } }), { headers }) as unknown as Response;
  const { escrow } = createObservedClient({}, { fetch });

  expect(await escrow.contracts.create(parent)).toEqual({ id: 'c-1' });
});
