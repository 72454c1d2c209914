import { expect, test } from 'vitest';
import { checkoutRedirectUrl, createEscrowClient, type Secret } from '../src/index.ts';
import { createObservedClient } from './support/observed-client.ts';
import { printsOf } from './support/prints-of.ts';
import { customer, parent } from './support/sample-inputs.ts';

const failed = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error) => error,
  );
const path = { userId: 'u' };

test.each(['ok', '<!doctype html><title>Sign in</title>', '{"data":', '[1]x'])(
  'raw: if no answer is shown, %s cannot be used, as for call',
  async (body) => {
    const { escrow } = createObservedClient({ '*': { body } });
    const raw = await failed(escrow.hosts.users.PUT('/users/{userId}', { params: { path }, body: {} }));
    expect(raw).toMatchObject({ code: 'decode', outcome: 'unknown' });
    expect(await failed(escrow.users.update('usr_1', {}))).toMatchObject({ code: 'decode', outcome: 'unknown' });
  },
);

test.each([
  [400, '{"error":403}', 'api'],
  [400, '429', 'api'],
  [400, '{"error":429}', 'api'],
  [409, '{"error":"invalid_grant"}', 'api'],
  [403, '{"error":"USER_NOT_FOUND"}', 'forbidden'],
])('registerCustomer answered with %d %s is %s', async (status, body, code) => {
  const { escrow } = createObservedClient({ '*': { status, body } });
  expect(await failed(escrow.customers.register(customer))).toMatchObject({ code });
});

test('raw: the headers of the document are sent, and those of the call', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: '{}' } });
  const header = { 'X-Tenant-Id': 'tenant-77', 'X-Mine': 'no' };
  // Only an overlay documents headers.
  const params = { path, header: header as never };

  await escrow.hosts.users.PUT('/users/{userId}', { params, body: {}, headers: { 'x-mine': 'yes' } });

  expect(sent).toMatchObject([{ headers: { 'x-tenant-id': 'tenant-77', 'x-mine': 'yes' } }]);
});

test('options that change after the client is created change nothing', async () => {
  const options = {
    baseUrl: 'https://all.test',
    clientId: 'shop-client',
    clientSecret: 'shop-secret',
    fetch: async (request: Request) => {
      sent.push(await request.text());
      return Response.json({ ticket: 't' });
    },
  };
  const sent: string[] = [];
  const escrow = createEscrowClient(options);

  Object.assign(options, { clientId: 'other-client', clientSecret: 'other-secret' });
  await escrow.payments.requestTicket({ shortId: 'x' as never, buyerPhone: '+966500000011' });

  expect(sent).toEqual([expect.stringContaining('client_id=shop-client&client_secret=shop-secret')]);
});

test('the message of an error of fetch is not printed', async () => {
  const fetch = (request: Request) =>
    Promise.reject(new Error(`proxy refused ${request.headers.get('authorization')} for ${request.url}`));
  const { escrow } = createObservedClient({}, { fetch });

  expect(printsOf(await failed(escrow.customers.register(customer)))).not.toMatch(/org-token|customers/);
});

test('a token that is passed in place of its kind is not printed', async () => {
  const { escrow } = createObservedClient({});

  const error = await failed(escrow.users.get('u', { token: 'key-canary' as never }));

  expect(error).toMatchObject({ code: 'configuration' });
  expect(printsOf(error)).not.toContain('key-canary');
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
