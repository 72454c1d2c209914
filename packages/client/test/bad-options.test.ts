import { expect, test } from 'vitest';
import { type CallOptions, createEscrowClient, type EscrowClient, type EscrowClientOptions } from '../src/index.ts';
import { callOperation } from './support/call-operation.ts';
import { expectClearRefusal, refusalOf, type Send } from './support/clear-refusal.ts';
import { createObservedClient, tokens } from './support/observed-client.ts';
import { customer, parent } from './support/sample-inputs.ts';

const redirectUrl = 'https://shop.test/return';
const ticketFor = { shortId: 'aB3xK9' as never, buyerPhone: '+966500000011' };
const missing: [option: string, without: Partial<EscrowClientOptions>, send: Send][] = [
  ['tokens.organization', { tokens: { clientAdmin: 'SECRET' } }, (e) => e.customers.register(customer)],
  ['tokens.clientAdmin', { tokens: { organization: 'SECRET' } }, (e) => e.contracts.create(parent)],
  ['tokens.legacyUser', { tokens: {} }, (e) => e.verification.submitNationalId('7', '1098765432')],
  ['tokens.apiKey', { tokens: {} }, (e) => callOperation(e, 'listWebhooks')],
  ['tokens.apiKey', { tokens: {} }, (e) => e.hosts.users.GET('/webhooks')],
  ['clientId', { clientId: undefined as never }, (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl })],
  ['clientId', { clientId: undefined as never }, (e) => e.payments.requestTicket(ticketFor)],
  ['clientSecret', { clientSecret: undefined as never }, (e) => e.payments.requestTicket(ticketFor)],
  ['hosts.users', { hosts: { auth: 'https://auth.test' } }, (e) => e.users.get('usr_1')],
  ['hosts.identity', { hosts: {} }, (e) => e.customers.register(customer)],
];

test.each(missing)('a call without an option that it needs names the option: %s', async (option, without, send) => {
  const error = await refusalOf(send, without);

  expectClearRefusal(error, option);
  expect(error.code).toBe('configuration');
});

const wrongKinds: [
  accepted: string,
  token: CallOptions['token'],
  call: (e: EscrowClient, o: CallOptions) => Promise<unknown>,
][] = [
  ['organization', 'clientAdmin', (e, options) => e.customers.register(customer, options)],
  ['clientAdmin', 'organization', (e, options) => e.contracts.create(parent, options)],
  ['legacyUser', 'apiKey', (e, options) => e.verification.submitNationalId('7', '1098765432', options)],
  ['apiKey', 'SECRET' as never, (e, options) => e.users.get('usr_1', options)],
  ['requestTicket', 'organization', (e, options) => e.payments.requestTicket(ticketFor, options)],
];

test.each(wrongKinds)('a call that takes %s refuses the token %s', async (accepted, token, call) => {
  const error = await refusalOf((e) => call(e, { token } as CallOptions));

  expectClearRefusal(error, accepted);
  expect(error.code).toBe('configuration');
});

const base = { baseUrl: 'https://all.test' };
const brokenOptions: [option: string, options: object][] = [
  ['baseUrl', { baseUrl: 'all.test SECRET' }],
  ['baseUrl', { baseUrl: 'all.test' }],
  ['baseUrl', { baseUrl: null }],
  ['hosts', { baseUrl: undefined }],
  ['baseUrl', { baseUrl: undefined, hosts: 'https://SECRET.test' }],
  ['hosts.contract', { hosts: { contract: 'ftp://SECRET.test' } }],
  ['hosts.auth', { hosts: { auth: 'https://admin:hunter2@auth.test' } }],
  ['hosts.auth', { hosts: { auth: ' https://auth.test ' } }],
  ['hosts.identity', { hosts: { identity: 'https://identity.test?key=SECRET' } }],
  ['hosts.users', { hosts: { users: 'https://users.test#SECRET' } }],
  ['hosts.contract', { hosts: { contract: 5 } }],
  ['hosts.contracts', { hosts: { contracts: 'https://contract.test' } }],
  ['token', { token: 'SECRET' }],
  ['timeout', { timeout: 5 }],
  ['tokens.organisation', { tokens: { organisation: 'SECRET' } }],
  ['tokens.toString', { tokens: { toString: {} } }],
  ['retry.attempts', { retry: { attempts: 3 } }],
  ['observer', { observer: ['SECRET'] }],
  ['tokens.organization', { tokens: { organization: 'Bearer SECRET' } }],
  ['tokens.organization', { tokens: { organization: 'SECRETä' } }],
  ['tokens.clientAdmin', { tokens: { clientAdmin: 987654 } }],
  ['tokens.apiKey', { tokens: { apiKey: null } }],
  ['tokens', { tokens: 'SECRET' }],
  ['clientId', { clientId: '' }],
  ['clientSecret', { clientSecret: '' }],
  ['webhookSecret', { webhookSecret: 987654 }],
  ['clientSecret', { clientSecret: { value: 'SECRET' } }],
  ['timeoutInMs', { timeoutInMs: -1 }],
  ['timeoutInMs', { timeoutInMs: 2 ** 31 }],
  ['maxAnswerInBytes', { maxAnswerInBytes: null }],
  ['checkoutHosts', { checkoutHosts: [] }],
  ['checkoutHosts', { checkoutHosts: 'https://pay.example' }],
  ['checkoutHosts[0]', { checkoutHosts: ['pay.example'] }],
  ['timeoutInMs', { timeoutInMs: Number.NaN }],
  ['retry.max', { retry: { max: -1 } }],
  ['retry', { retry: 2 }],
  ['fetch', { fetch: 'SECRET' }],
];

test.each(brokenOptions)('the option %s as in %j is refused when the client is created', (option, options) => {
  const create = () => createEscrowClient({ ...base, ...options } as EscrowClientOptions);

  expect(create).toThrow(
    expect.toSatisfy((error) => {
      expectClearRefusal(error, option);
      return error.code === 'configuration';
    }),
  );
});

test.each([
  ['http://127.0.0.1:4020', 'http://127.0.0.1:4020/users/usr_1'],
  ['https://users.test/', 'https://users.test/users/usr_1'],
  ['https://gateway.test/escrow/v1', 'https://gateway.test/escrow/v1/users/usr_1'],
  ['https://gateway.test/escrow/v1/', 'https://gateway.test/escrow/v1/users/usr_1'],
  ['HTTP://Gateway.test/über/', 'http://gateway.test/%C3%BCber/users/usr_1'],
])('the host %s is accepted', async (baseUrl, url) => {
  const { escrow, sent } = createObservedClient({ '*': { body: {} } }, { hosts: {}, baseUrl });

  await escrow.users.get('usr_1');

  expect(sent.map(({ to }) => to)).toEqual([`GET ${url}`]);
});

test('an option that is undefined counts as left out', async () => {
  const options = {
    timeoutInMs: undefined,
    retry: { max: undefined },
    observer: undefined,
    baseUrl: undefined,
  };
  const { escrow, sent } = createObservedClient({ '*': { body: {} } }, { ...(options as object), tokens });

  await escrow.users.get('usr_1');

  expect(sent).toHaveLength(1);
});
