import { expect, test } from 'vitest';
import type { EscrowClient, EscrowClientOptions } from '../../src/index.ts';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient, tokens } from '../support/observed-client.ts';
import { address, bankAccount, checkoutUrl, customer, milestone, parent, parties } from '../support/sample-inputs.ts';

type Send = (escrow: EscrowClient) => Promise<unknown>;
type Tokens = NonNullable<EscrowClientOptions['tokens']>;

const otp = { type: 'SERVICE_OTP', phoneNumber: '+966500000011', otp: 123456 } as const;
const signUp = { phoneNumber: '+966500000011', firstName: 'Noor', lastName: 'Buyer', clientUserId: 'shop-7' };

const clientAdminCalls: [name: string, send: Send][] = [
  ['contracts.create', (escrow) => escrow.contracts.create(parent)],
  ['contracts.addMilestones', (escrow) => escrow.contracts.addMilestones('c-1', [milestone])],
  ['contracts.addParties', (escrow) => escrow.contracts.addParties('c-1', { 'm-1': parties })],
  [
    'payments.start',
    (escrow) => escrow.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.test/return' }),
  ],
];
const identityCalls: Send[] = [
  (escrow) => escrow.verification.submitNationalId('7', '1098765432'),
  (escrow) => escrow.verification.validateOtp(otp),
];

/** Answers that satisfy every resource. */
const ok = {
  'GET /api/external/contracts/startPayment/m-1/shop-client': { body: { data: checkoutUrl } },
  '*': { body: { serviceUserId: 1001, data: { id: 'c-1', milestones: [], valid: true, clientUserToken: 'x' } } },
};

async function authorizationSentWith(held: Tokens, send: Send) {
  const { escrow, sent } = createObservedClient(ok, { tokens: held });
  await send(escrow);
  return sent.map(({ headers }) => headers['authorization']);
}

const namesOfTheClient = ['Accept', 'Authorization', 'Content-Type'];
const namesOfFetch = ['Content-Length', 'Host', 'Transfer-Encoding'];

test.each([...namesOfTheClient, ...namesOfFetch])('AUTH-1 a header %s of the caller is refused', async (name) => {
  const { escrow, sent } = createObservedClient(ok);
  const headers = { [name]: 'Bearer another' };

  const refusals = await Promise.allSettled([
    escrow.users.get('usr_1', { headers }),
    escrow.call('getUser', { path: { userId: 'usr_1' } }, { headers: new Headers(headers) }),
    escrow.hosts.users.GET('/users/{userId}', { params: { path: { userId: 'usr_1' }, header: headers as never } }),
  ]);

  const message = `getUser was not sent: leave out the header ${name.toLowerCase()}, which the client or fetch sets.`;
  const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'configuration', message }) };
  expect(refusals).toEqual([refused, refused, refused]);
  expect(sent).toEqual([]);
});

test.each<[title: string, kind: keyof typeof tokens, sends: Send[]]>([
  [
    'AUTH-2 customers take the organization token and no other',
    'organization',
    [
      (escrow) => escrow.customers.register(customer),
      (escrow) => escrow.customers.addBankAccount(1001, bankAccount),
      (escrow) => escrow.customers.addAddress(1001, address),
    ],
  ],
  [
    'AUTH-3 contracts and payments take the client admin token and no other',
    'clientAdmin',
    clientAdminCalls.map(([, send]) => send),
  ],
  [
    'AUTH-8 the legacy calls take the legacy user token and no other',
    'legacyUser',
    [(escrow) => escrow.legacy.addIban('7', {}), (escrow) => escrow.legacy.addAddress('7', {})],
  ],
  [
    'AUTH-9 the legacy sign-up takes the legacy app token and no other',
    'legacyApp',
    [(escrow) => escrow.legacy.signUp(signUp)],
  ],
  [
    'AUTH-11 the Users API takes the API key in the Authorization header',
    'apiKey',
    [
      (escrow) => escrow.users.link({ email: 'a@shop.test', phone: '+966500000011', name: 'Noor Buyer' }),
      (escrow) => escrow.users.get('usr_1'),
      (escrow) => escrow.users.update('usr_1', { name: 'Noor' }),
      (escrow) => callOperation(escrow, 'deleteWebhook', { path: { id: 'w-1' } }),
    ],
  ],
])('%s', async (_title, kind, sends) => {
  const expected = [`Bearer ${tokens[kind]}`];
  for (const send of sends) {
    expect(await authorizationSentWith({ [kind]: tokens[kind] }, send)).toEqual(expected);
    expect(await authorizationSentWith(tokens, send)).toEqual(expected);
  }
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

test.each(identityCalls)('AUTH-8 the identity calls take whichever of the two tokens is set: %#', async (send) => {
  expect(await authorizationSentWith({ legacyUser: 'usr-token' }, send)).toEqual(['Bearer usr-token']);
  expect(await authorizationSentWith({ clientAdmin: 'adm-token' }, send)).toEqual(['Bearer adm-token']);
  expect(await authorizationSentWith(tokens, send)).toEqual(['Bearer usr-token']);
});

test('AUTH-8 both tokens can be chosen for one call', async () => {
  const { escrow, sent } = createObservedClient(ok);

  await escrow.verification.submitNationalId('7', '1098765432', { token: 'clientAdmin' });
  await escrow.hosts.auth.POST('/api/external/otps/validate', { body: otp, token: 'legacyUser' });

  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer adm-token', 'Bearer usr-token']);
});

test('AUTH-12 a provider, sync or async, is asked for the kind of token once it is needed', async () => {
  const asked: unknown[] = [];
  const apiKey = (request: { kind: string; refresh: boolean }) => {
    asked.push(request);
    return 'given-token';
  };
  const { escrow, sent } = createObservedClient(ok, { tokens: { apiKey, organization: async () => 'another-token' } });
  expect(asked).toEqual([]);

  await escrow.users.get('usr_1');
  await escrow.customers.register(customer);

  expect(asked).toMatchObject([{ kind: 'apiKey', refresh: false }]);
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer given-token', 'Bearer another-token']);
});
