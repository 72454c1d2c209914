import { createRequestValidator } from '@escrow-kit/spec/validate';
import { expect, test } from 'vitest';
import { checkoutRedirectUrl, createEscrowClient, EscrowError, type Secret } from '../src/index.ts';
import { createObservedClient } from './support/observed-client.ts';
import { printsOf } from './support/prints-of.ts';
import { broker, buyer, customer, milestone, parent, seller } from './support/sample-inputs.ts';

const failed = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error) => error,
  );
const form = { client_id: 'a', client_secret: 'b', login_hint: 'c', scope: 'payment:x' };
const path = { userId: 'u' };

test('PARTY-4 totals of one milestone are compared although a party of another breaks a rule', async () => {
  const { escrow } = createObservedClient({ '*': {} });
  const error = await failed(
    escrow.contracts.addParties('c', {
      a: [buyer, { ...seller, isSender: false } as never, broker],
      b: [buyer, seller],
    }),
  );
  expect(error.violations).toMatchObject([{ rule: 'PARTY-3' }, { rule: 'PARTY-4' }]);
});

test('MILESTONE-1 a deadline on a day that does not exist is refused, as the document refuses it', async () => {
  const body = { milestones: [{ ...milestone, deadLine: '2031-02-30T00:00:00Z' }] };
  const { escrow, sent } = createObservedClient({ '*': { body: { data: { milestones: [] } } } });
  expect(
    createRequestValidator('addMilestones')({
      path: { contractId: 'c' },
      body: { milestones: [{ ...body.milestones[0], type: 'MILESTONE_CONTRACT', senderRole: 'BROKER' }] },
    }),
  ).toHaveLength(1);
  await failed(escrow.contracts.addMilestones('c', body.milestones));
  expect(sent).toEqual([]);
});

test('raw: a success that is not JSON does not print what the service answered', async () => {
  const { escrow } = createObservedClient({ '*': { body: 'tick-SECRET' } });
  const error = await failed(
    escrow.hosts.identity.POST('/realms/service/protocol/openid-connect/token', { body: form }),
  );
  expect(String(error)).not.toContain('tick-SECRET');
});

test.each(['ok', '<!doctype html><title>Sign in</title>', '{"data":', '[1]x'])(
  'raw: if no answer is shown, %s cannot be used, as for call',
  async (body) => {
    const { escrow } = createObservedClient({ '*': { body } });
    const raw = await failed(escrow.hosts.users.PUT('/users/{userId}', { params: { path }, body: {} }));
    expect(raw).toMatchObject({ code: 'decode', outcome: 'unknown' });
    expect(await failed(escrow.users.update('usr_1', {}))).toMatchObject({ code: 'decode', outcome: 'unknown' });
  },
);

test.each(['', ' \n', '"ok"', '[]', '{}', 'null', '5'])(
  'if no answer is shown, %j is a success, whatever its content type',
  async (body) => {
    const { escrow } = createObservedClient({ '*': { body, headers: { 'content-type': 'text/html' } } });
    expect(await failed(escrow.users.update('usr_1', {}))).toBeUndefined();
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

test.each([
  { timeoutInMs: Number.NaN },
  { timeoutInMs: -1 },
  { timeout: 5 },
  { retry: { attempts: 1 } },
  { headers: { 'x-key': 'key' } },
  null,
])('the call option %j is refused', async (options) => {
  const { escrow } = createObservedClient({ '*': { body: { serviceUserId: 1, userIdentification: 1 } } });
  expect(await failed(escrow.customers.register(customer, options as never))).toMatchObject({
    code: 'configuration',
  });
});

test.each([{ hosts: { auth: new URL('https://x.test') } }, { hosts: { auth: ['https://x.test'] } }, undefined])(
  'the options %j are an EscrowError',
  (options) => {
    expect(() => createEscrowClient(options as never)).toThrow(EscrowError);
  },
);

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

test('a request id that is not text is not printed', async () => {
  const { escrow } = createObservedClient({
    '*': { status: 400, body: { meta: { request_id: { phone: '512345678' } } } },
  });
  expect(printsOf(await failed(escrow.users.get('u')))).not.toContain('512345678');
});

test('an error of fetch that has itself as cause leaves the outcome unknown', async () => {
  const endless = Object.assign(new Error('x'), { cause: undefined as unknown });
  endless.cause = endless;
  const { escrow } = createObservedClient({}, { fetch: () => Promise.reject(endless) });

  expect(await failed(escrow.customers.register(customer))).toMatchObject({ code: 'connection', outcome: 'unknown' });
});

test('a reset connection with a refused one as its cause leaves the outcome unknown', async () => {
  const cause = Object.assign(new Error('fallback refused'), { code: 'ECONNREFUSED' });
  const reset = Object.assign(new Error('reset after the body was sent', { cause }), { code: 'ECONNRESET' });
  const { escrow } = createObservedClient({}, { fetch: () => Promise.reject(reset) });

  expect(await failed(escrow.contracts.addMilestones('c', [milestone]))).toMatchObject({ outcome: 'unknown' });
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

test.each(['toString', 'constructor', '__proto__'])('a milestone id %s is an ordinary id', async (id) => {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const partiesByMilestone = Object.fromEntries([
    [
      id,
      [
        { ...buyer, amount: 1 },
        { ...seller, amount: 1 },
      ],
    ],
  ]);

  await escrow.contracts.addParties('c', partiesByMilestone);

  expect(sent[0]?.body).toContain(`"${id}":[`);
});

test('an error code that is not text is ignored', async () => {
  const { escrow } = createObservedClient({ '*': { status: 500, body: { error: { code: { toString: 1 } } } } });

  expect(await failed(escrow.customers.register(customer))).toMatchObject({ code: 'api', status: 500 });
});

test('CHECKOUT-1 the ticket goes into the query, before a fragment', () => {
  expect(checkoutRedirectUrl('https://checkout.escrow.example/external/a?x=1#top', 't/1')).toBe(
    'https://checkout.escrow.example/external/a?x=1&ticket=t%2F1#top',
  );
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
