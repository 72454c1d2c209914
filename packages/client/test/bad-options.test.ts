import { expect, test } from 'vitest';
import { createEscrowClient, type EscrowClientOptions } from '../src/index.ts';
import { expectClearRefusal, refusalOf, type Send } from './support/clear-refusal.ts';
import { createObservedClient, tokens } from './support/observed-client.ts';
import { customer } from './support/sample-inputs.ts';

const redirectUrl = 'https://shop.test/return';
const ticketFor = { shortId: 'aB3xK9' as never, buyerPhone: '+966500000011' };
const missing: [option: string, without: Partial<EscrowClientOptions>, send: Send][] = [
  ['tokens.organization', { tokens: { clientAdmin: 'SECRET' } }, (e) => e.customers.register(customer)],
  ['tokens.legacyUser', { tokens: {} }, (e) => e.verification.submitNationalId('7', '1098765432')],
  ['tokens.apiKey', { tokens: {} }, (e) => e.hosts.users.GET('/webhooks')],
  ['clientId', { clientId: undefined as never }, (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl })],
  ['clientSecret', { clientSecret: undefined as never }, (e) => e.payments.requestTicket(ticketFor)],
  ['hosts.users', { hosts: { auth: 'https://auth.test' } }, (e) => e.users.get('usr_1')],
];

test.each(missing)('a call without an option that it needs names the option: %s', async (option, without, send) => {
  const error = await refusalOf(send, without);

  expectClearRefusal(error, option);
  expect(error.code).toBe('configuration');
});

test.each<[accepted: string, send: Send]>([
  ['organization', (e) => e.customers.register(customer, { token: 'clientAdmin' } as never)],
  ['legacyUser', (e) => e.verification.submitNationalId('7', '1098765432', { token: 'apiKey' } as never)],
  ['apiKey', (e) => e.users.get('usr_1', { token: 'SECRET' } as never)],
  ['requestTicket', (e) => e.payments.requestTicket(ticketFor, { token: 'organization' } as never)],
])('a call that takes %s refuses another token', async (accepted, send) => {
  const error = await refusalOf(send);

  expectClearRefusal(error, accepted);
  expect(error.code).toBe('configuration');
});

const base = { baseUrl: 'https://all.test' };
const brokenOptions: [option: string, options: object][] = [
  ['baseUrl', { baseUrl: 'all.test SECRET' }],
  ['hosts', { baseUrl: undefined }],
  ['baseUrl', { baseUrl: undefined, hosts: 'https://SECRET.test' }],
  ['hosts.contract', { hosts: { contract: 'ftp://SECRET.test' } }],
  ['hosts.auth', { hosts: { auth: 'https://admin:hunter2@auth.test' } }],
  ['hosts.identity', { hosts: { identity: 'https://identity.test?key=SECRET' } }],
  ['hosts.users', { hosts: { users: 'https://users.test#SECRET' } }],
  ['hosts.contracts', { hosts: { contracts: 'https://contract.test' } }],
  ['timeout', { timeout: 5 }],
  ['tokens.organisation', { tokens: { organisation: 'SECRET' } }],
  ['retry.attempts', { retry: { attempts: 3 } }],
  ['observer', { observer: ['SECRET'] }],
  ['tokens.organization', { tokens: { organization: 'Bearer SECRET' } }],
  ['tokens', { tokens: 'SECRET' }],
  ['clientId', { clientId: '' }],
  ['webhookSecret', { webhookSecret: 987654 }],
  ['clientSecret', { clientSecret: { value: 'SECRET' } }],
  ['timeoutInMs', { timeoutInMs: 2 ** 31 }],
  ['maxAnswerInBytes', { maxAnswerInBytes: null }],
  ['checkoutHosts[0]', { checkoutHosts: ['pay.example'] }],
  ['retry.max', { retry: { max: -1 } }],
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
