import { expect, test } from 'vitest';
import type { EscrowClient, EscrowClientOptions } from '../../src/index.ts';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient, tokens } from '../support/observed-client.ts';
import { address, bankAccount, checkoutUrl, customer, milestone, parent, parties } from '../support/sample-inputs.ts';

type Calls = [name: string, send: (escrow: EscrowClient) => Promise<unknown>][];
type Tokens = NonNullable<EscrowClientOptions['tokens']>;

const redirectUrl = 'https://shop.test/return';
const linked = { email: 'a@shop.test', phone: '+966500000011', name: 'Noor Buyer' };
const otp = { type: 'SERVICE_OTP', phoneNumber: '+966500000011', otp: 123456 } as const;
const signUp = { phoneNumber: '+966500000011', firstName: 'Noor', lastName: 'Buyer', clientUserId: 'shop-7' };

const organizationCalls: Calls = [
  ['customers.register', (escrow) => escrow.customers.register(customer)],
  ['customers.addBankAccount', (escrow) => escrow.customers.addBankAccount(1001, bankAccount)],
  ['customers.addAddress', (escrow) => escrow.customers.addAddress(1001, address)],
];
const clientAdminCalls: Calls = [
  ['contracts.create', (escrow) => escrow.contracts.create(parent)],
  ['contracts.addMilestones', (escrow) => escrow.contracts.addMilestones('c-1', [milestone])],
  ['contracts.addParties', (escrow) => escrow.contracts.addParties('c-1', { 'm-1': parties })],
  ['payments.start', (escrow) => escrow.payments.start({ milestoneId: 'm-1', redirectUrl })],
];
const legacyUserCalls: Calls = [
  ['legacy.addIban', (escrow) => escrow.legacy.addIban('7', {})],
  ['legacy.addAddress', (escrow) => escrow.legacy.addAddress('7', {})],
];
const identityCalls: Calls = [
  ['identity.submitNationalId', (escrow) => escrow.verification.submitNationalId('7', '1098765432')],
  ['identity.validateOtp', (escrow) => escrow.verification.validateOtp(otp)],
];
const apiKeyCalls: Calls = [
  ['users.link', (escrow) => escrow.users.link(linked)],
  ['users.get', (escrow) => escrow.users.get('usr_1')],
  ['users.update', (escrow) => escrow.users.update('usr_1', { name: 'Noor' })],
  ['listWebhooks', (escrow) => callOperation(escrow, 'listWebhooks')],
  ['deleteWebhook', (escrow) => callOperation(escrow, 'deleteWebhook', { path: { id: 'w-1' } })],
];

/** Answers that satisfy every resource. */
const ok = {
  'POST /realms/service/service-partner/customers': { body: { serviceUserId: 1001, userIdentification: 1 } },
  'POST /api/external/contracts': { body: { data: { id: 'c-1' } } },
  'PATCH /api/external/contracts/c-1/milestones': { body: { data: { milestones: [] } } },
  'GET /api/external/contracts/startPayment/m-1/shop-client': { body: { data: checkoutUrl } },
  'POST /api/external/otps/validate': { body: { data: { valid: true } } },
  'POST /v2/api/users/sign-up': { body: { data: { id: '7', preExistingUser: false, clientUserToken: 'x' } } },
  '*': { body: {} },
};

async function authorizationSentWith(held: Tokens, send: (escrow: EscrowClient) => Promise<unknown>) {
  const { escrow, sent } = createObservedClient(ok, { tokens: held });
  await send(escrow);
  return sent.map(({ headers }) => headers['authorization']);
}

test('AUTH-1 a call carries its token as a bearer token', async () => {
  expect(await authorizationSentWith(tokens, (escrow) => escrow.customers.register(customer))).toEqual([
    'Bearer org-token',
  ]);
});

test('AUTH-1 an Authorization header of the caller does not replace the token', async () => {
  const authorization = await authorizationSentWith(tokens, (escrow) =>
    escrow.hosts.users.GET('/users/{userId}', {
      params: { path: { userId: 'usr_1' } },
      headers: { Authorization: 'Bearer another' },
    }),
  );

  expect(authorization).toEqual(['Bearer key-token']);
});

test('AUTH-1 the error names a token that is not set, before anything is sent', async () => {
  const { escrow, sent } = createObservedClient(ok, { tokens: { clientAdmin: 'adm-token' } });

  await expect(escrow.customers.register(customer)).rejects.toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    message: expect.stringContaining('tokens.organization'),
  });
  expect(sent).toEqual([]);
});

test('AUTH-1 an unknown token is reported as unauthorized and sent once', async () => {
  const { escrow, sent } = createObservedClient({ '*': { status: 401 } });

  await expect(escrow.customers.register(customer)).rejects.toMatchObject({
    code: 'unauthorized',
    status: 401,
    outcome: 'rejected',
    attempts: 1,
  });
  expect(sent).toHaveLength(1);
});

test.each(organizationCalls)('AUTH-2 %s takes the organization token and no other', async (_name, send) => {
  expect(await authorizationSentWith({ organization: 'org-token' }, send)).toEqual(['Bearer org-token']);
  expect(await authorizationSentWith(tokens, send)).toEqual(['Bearer org-token']);
});

test.each(clientAdminCalls)('AUTH-3 %s takes the client admin token and no other', async (_name, send) => {
  expect(await authorizationSentWith({ clientAdmin: 'adm-token' }, send)).toEqual(['Bearer adm-token']);
  expect(await authorizationSentWith(tokens, send)).toEqual(['Bearer adm-token']);
});

test.each(clientAdminCalls)(
  'AUTH-4 %s answered with 403 is reported as forbidden, with the known reason',
  async (_name, send) => {
    const { escrow } = createObservedClient({ '*': { status: 403, body: { error: 'forbidden' } } });

    await expect(send(escrow)).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
      outcome: 'rejected',
      message: expect.stringContaining('clientAdmin'),
    });
  },
);

test('AUTH-4 the organization token is not sent for the client admin token', async () => {
  const { escrow, sent } = createObservedClient(ok, { tokens: { organization: 'org-token' } });

  for (const [, send] of clientAdminCalls) {
    await expect(send(escrow)).rejects.toMatchObject({ code: 'configuration', outcome: 'not-sent' });
  }
  expect(sent).toEqual([]);
});

test.each(identityCalls)('AUTH-8 %s takes whichever of the two tokens is set', async (_name, send) => {
  expect(await authorizationSentWith({ legacyUser: 'usr-token' }, send)).toEqual(['Bearer usr-token']);
  expect(await authorizationSentWith({ clientAdmin: 'adm-token' }, send)).toEqual(['Bearer adm-token']);
  expect(await authorizationSentWith(tokens, send)).toEqual(['Bearer usr-token']);
});

test('AUTH-8 both tokens can be chosen for one call', async () => {
  const { escrow, sent } = createObservedClient(ok);

  await escrow.verification.submitNationalId('7', '1098765432', { token: 'clientAdmin' });
  await escrow.verification.submitNationalId('7', '1098765432', { token: 'legacyUser' });
  await callOperation(escrow, 'validateOtp', { body: otp }, { token: 'clientAdmin' });
  await escrow.hosts.auth.POST('/api/external/otps/validate', { body: otp, token: 'clientAdmin' });

  expect(sent.map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer adm-token',
    'Bearer usr-token',
    'Bearer adm-token',
    'Bearer adm-token',
  ]);
});

test.each(legacyUserCalls)('AUTH-8 %s takes the legacy user token and no other', async (_name, send) => {
  expect(await authorizationSentWith({ legacyUser: 'usr-token' }, send)).toEqual(['Bearer usr-token']);
  expect(await authorizationSentWith(tokens, send)).toEqual(['Bearer usr-token']);
});

test('AUTH-9 the legacy sign-up takes the legacy app token and no other', async () => {
  const send = (escrow: EscrowClient) => escrow.legacy.signUp(signUp);

  expect(await authorizationSentWith({ legacyApp: 'app-token' }, send)).toEqual(['Bearer app-token']);
  expect(await authorizationSentWith(tokens, send)).toEqual(['Bearer app-token']);
});

test.each(apiKeyCalls)('AUTH-11 %s takes the API key in the Authorization header', async (_name, send) => {
  expect(await authorizationSentWith({ apiKey: 'key-token' }, send)).toEqual(['Bearer key-token']);
  expect(await authorizationSentWith(tokens, send)).toEqual(['Bearer key-token']);
});

test.each<[string, Tokens['organization']]>([
  ['a string', 'given-token'],
  ['a function', () => 'given-token'],
  ['an async function', async () => 'given-token'],
])('AUTH-12 a token is given as %s', async (_how, organization) => {
  const authorization = await authorizationSentWith({ organization: organization as string }, (escrow) =>
    escrow.customers.register(customer),
  );

  expect(authorization).toEqual(['Bearer given-token']);
});

test('AUTH-12 a provider receives the kind of token, and is not asked before the token is needed', async () => {
  const asked: unknown[] = [];
  const provider = (request: { kind: string; refresh: boolean }) => {
    asked.push(request);
    return 'given-token';
  };
  const { escrow } = createObservedClient(ok, { tokens: { apiKey: provider, organization: provider } });
  expect(asked).toEqual([]);

  await escrow.users.get('usr_1');

  expect(asked).toEqual([{ kind: 'apiKey', refresh: false }]);
});
