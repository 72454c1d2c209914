import { expect, test } from 'vitest';
import type { EscrowClient } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';
import { bankAccount, buyer, customer, milestone, parent, seller } from './support/sample-inputs.ts';
import { lose, refuse } from './support/scripted-fetch.ts';

// One line with the operation, what happened, the rule with its words, and what to do.

type Call = (escrow: EscrowClient) => Promise<unknown>;
const parties = [buyer, { ...seller, amount: 1000 }];
const start = { milestoneId: 'm-1', redirectUrl: 'https://shop.test/return' };
const ticketFor = { shortId: 'aB3xK9' as never, buyerPhone: '+966500000011' };

const notSent: [what: string, call: Call, message: string][] = [
  [
    'a PROVIDER with isSender',
    (e) => e.contracts.addParties('c-1', { 'm-1': [buyer, { ...seller, isSender: false } as never] }),
    'addParties was not sent: body.mileStonesParties.m-1[1].isSender must be left out. PARTY-3 (stated): A provider omits isSender, which is false by default: sending it is rejected. Remove isSender from the provider, either value is refused.',
  ],
  [
    'totals that differ',
    (e) => e.contracts.addParties('c-1', { 'm-1': [buyer, seller] }),
    "addParties was not sent: body.mileStonesParties.m-1 must balance: the CUSTOMER amounts are not what the BROKER and PROVIDER amounts add up to. PARTY-4a (implied): Parties whose customer amounts differ from the broker and provider amounts together are refused. Correct the amounts; they include no fee. Set checks: 'stated' for the call or the client to switch off the checks that are not stated.",
  ],
  [
    'a phone without plus sign',
    (e) => e.users.update('usr_1', { phone: '0500000011' }),
    'updateUser was not sent: body.phone is a phone number without plus sign and country code. UAPI-3 (stated): Updating a user takes name, phone and metadata; the answer is not shown. Write the phone number in E.164 form, a plus sign and then only digits with the country code first, such as +9665XXXXXXXX.',
  ],
  [
    'two faults',
    (e) => e.customers.addBankAccount(1, { ...bankAccount, iban: 'SA12', beneficiaryName: undefined } as never),
    "addBankAccount was not sent, 2 faults: 1) body.iban is malformed. BANK-2 (stated): The iban is SA and 22 digits. Write the Saudi IBAN as SA followed by 22 digits, without spaces. 2) body.beneficiaryName is missing. BANK-1a (assumed): No field of a bank account is left out. Send beneficiaryName, the name of the account holder, as text. Set checks: 'stated' for the call or the client to switch off the checks that are not stated.",
  ],
  [
    'an empty list',
    (e) => e.contracts.addMilestones('c-1', []),
    "addMilestones was not sent: body.milestones must not be empty. MILESTONE-1b (implied): A call adds at least one milestone. Put at least one into it. Set checks: 'stated' for the call or the client to switch off the checks that are not stated.",
  ],
  [
    'an id that is none',
    (e) => e.users.get('..'),
    'getUser was not sent: path.userId must be an id. Give the id, as text or a number: without it the request would reach another endpoint.',
  ],
];

test.each(notSent)('the message about %s has the rule, its words and the remedy', async (_what, call, message) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  expect((await failureOf(call(escrow))).message).toBe(message);
  expect(sent).toEqual([]);
});

const refused: [status: number, body: object | string, call: Call, message: string][] = [
  [
    400,
    { error: 'rule_violation', rule: 'PARTY-3', message: 'A provider carries no isSender. Leave it out.' },
    (e) => e.contracts.addParties('c-1', { 'm-1': parties }),
    'addParties was refused with 400: PARTY-3 A provider omits isSender, which is false by default: sending it is rejected. What the service said is in error.body.',
  ],
  [
    401,
    { error: 'unauthorized', message: 'This token is not known.' },
    (e) => e.users.get('usr_1'),
    'getUser was refused with 401: unauthorized. The service does not accept tokens.apiKey: renew the token.',
  ],
  [
    403,
    { error: 'forbidden' },
    (e) => e.contracts.create(parent),
    'createContract was refused with 403: forbidden. That is how the service answers the organization token (AUTH-4): check that tokens.clientAdmin is a client admin token. Other reasons are not shown.',
  ],
  [
    403,
    '',
    (e) => e.payments.start(start),
    'startPayment was refused with 403. That is how the service answers the organization token (AUTH-4): check that tokens.clientAdmin is a client admin token, and that clientId is the client it was issued for (AUTH-5).',
  ],
  [
    403,
    { error: 'forbidden', message: 'This host is not served here.' },
    (e) => e.customers.register(customer),
    'registerCustomer was refused with 403: forbidden. What a 403 means here is not shown: check tokens.organization, and hosts.identity.',
  ],
  [
    400,
    { error: 'consent_rejected' },
    (e) => e.payments.requestTicket(ticketFor),
    'requestTicket was refused with 400: consent_rejected. The buyer declined the organization (TICKET-3). Ask for consent again, by a fresh link, OTP or checkout login, then retry.',
  ],
  [
    400,
    { error: { code: 'VALIDATION_ERROR', message: 'Invalid email', details: { field: 'email', value: 'a@b' } } },
    (e) => e.users.link({ email: 'a@b', phone: '+966500000011', name: 'Noor' }),
    'linkUser was refused with 400: VALIDATION_ERROR. The Users API refuses a field (UAPI-4). Correct what error.body.error.details names.',
  ],
  [
    500,
    '',
    (e) => e.payments.start(start),
    'startPayment failed with 500. That is how the service answers for a milestone that does not exist (PAY-4): check the milestone id. It may also be an outage. It only reads, so it may be sent again.',
  ],
  [
    503,
    'upstream is down',
    (e) => e.customers.addBankAccount(1, bankAccount),
    'addBankAccount failed with 503. What the service said is in error.body. It may have been carried out: look it up before you send it again.',
  ],
  [
    429,
    '<html><h1>Slow down</h1></html>',
    (e) => e.users.get('usr_1'),
    'getUser was refused with 429. Send fewer requests. What the service says about its limits is in error.headers.',
  ],
  [
    200,
    { data: {} },
    (e) => e.contracts.create(parent),
    'createContract was carried out (200), but its answer has no data.id. Look it up before you send it again.',
  ],
];

test.each(refused)(
  'the message about an answer of %d with %j says what is known',
  async (status, body, call, message) => {
    const { escrow } = createObservedClient({ '*': { status, body } });

    expect((await failureOf(call(escrow))).message).toBe(message);
  },
);

test('the message about a lost request depends on what the operation does', async () => {
  const messagesOf = async (fetch: () => Promise<never>, ...calls: Call[]) => {
    const { escrow } = createObservedClient({}, { fetch });
    return Promise.all(calls.map(async (call) => (await failureOf(call(escrow))).message));
  };

  const lost = await messagesOf(
    lose,
    (e) => e.contracts.addMilestones('c-1', [milestone]),
    (e) => e.customers.register(customer),
    (e) => e.users.get('usr_1'),
  );
  const refusedConnection = await messagesOf(refuse, (e) => e.contracts.addMilestones('c-1', [milestone]));

  expect([...lost, ...refusedConnection]).toEqual([
    'addMilestones lost its connection to hosts.contract, https://contract.test (ECONNRESET). It may have been carried out: look it up before you send it again.',
    'registerCustomer lost its connection to hosts.identity, https://identity.test (ECONNRESET). It may have been carried out; repeating it does no harm, so it may be sent again.',
    'getUser lost its connection to hosts.users, https://users.test (ECONNRESET). It only reads, so it may be sent again.',
    'addMilestones could not connect to hosts.contract, https://contract.test (ECONNREFUSED): check the address, and that the service is up. Nothing arrived, so it may be sent again.',
  ]);
});
