import { expect, test } from 'vitest';
import type { EscrowClient } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';
import { bankAccount, customer, milestone } from './support/sample-inputs.ts';
import { lose } from './support/scripted-client.ts';

// One line with the operation, what happened, the rule with its words, and what to do.

type Call = (escrow: EscrowClient) => Promise<unknown>;
const addMilestones: Call = (e) => e.contracts.addMilestones('c-1', [milestone]);

test.each<[what: string, call: Call, message: string]>([
  [
    'two faults',
    (e) => e.customers.addBankAccount(1, { ...bankAccount, iban: 'SA12', beneficiaryName: undefined } as never),
    "addBankAccount was not sent, 2 faults: 1) body.iban is malformed. BANK-2 (stated): An iban must be SA and 22 digits. Write the Saudi IBAN as SA in capital letters and 22 digits 0-9, without blanks, such as SA0380000000XXXXXXXXXXXX. 2) body.beneficiaryName is missing. BANK-1a (assumed): Every field of a bank account is required. Send beneficiaryName, the name of the account holder, as text. To skip rules that the service does not state, set checks: 'stated' on the call or the client.",
  ],
  [
    'a 0 after the country code',
    (e) => e.customers.register({ phoneNumber: '+9660500000001' }),
    "registerCustomer was not sent: body.phoneNumber has a 0 after the country code. USER-1d (implied): A registration is refused if a field has the wrong type or phoneNumber is not in E.164 form. Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9. To skip rules that the service does not state, set checks: 'stated' on the call or the client.",
  ],
])('the message about %s has the rule, its words and the remedy', async (_what, call, message) => {
  const { escrow } = createObservedClient({ '*': {} });

  expect((await failureOf(call(escrow))).message).toBe(message);
});

test('each violation has a message for a form, without the rule and the way to skip its check', async () => {
  const { escrow } = createObservedClient({ '*': {} });
  const account = { ...bankAccount, iban: 'sa03', nationalId: 7 as never };

  const error = await failureOf(escrow.customers.addBankAccount(1, account));

  expect(error).toMatchObject({
    violations: [
      {
        path: 'body.iban',
        message:
          'iban is malformed. Write the Saudi IBAN as SA in capital letters and 22 digits 0-9, without blanks, such as SA0380000000XXXXXXXXXXXX.',
      },
      {
        path: 'body.nationalId',
        message:
          "nationalId must be text. Send nationalId, the account holder's national identity number, as text and not as a number.",
      },
    ],
  });
});

const signInPage = '<!doctype html><title>Sign in</title>';
const register: Call = (e) => e.customers.register(customer);

test.each<[answer: { status: number; body?: object | string; headers?: { location: string } }, Call, message: string]>([
  [
    { status: 403 },
    (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.test/return' }),
    'startPayment was refused with 403. The service refuses an organization token this way (AUTH-4): check that tokens.clientAdmin is a client admin token, and that it was issued for clientId (AUTH-5).',
  ],
  [
    { status: 200, body: { data: {} } },
    addMilestones,
    'addMilestones was answered with 200, but the answer has no data.milestones. It may have been carried out: look it up before you retry.',
  ],
  [
    { status: 200, body: signInPage },
    addMilestones,
    'addMilestones was answered with 200, but the answer is a page, not JSON: https://contract.test (hosts.contract or baseUrl) may not be the service. It may have been carried out: look it up before you retry.',
  ],
  [
    { status: 404, body: signInPage },
    register,
    'registerCustomer was refused with 404. Nothing is served at this path of https://identity.test (hosts.identity or baseUrl): check that address.',
  ],
  [
    { status: 400, body: signInPage },
    register,
    'registerCustomer was refused with 400. The service never answers with a page: check the address https://identity.test (hosts.identity or baseUrl).',
  ],
  [
    { status: 401, body: signInPage },
    register,
    'registerCustomer was refused with 401. The service does not accept tokens.organization: check or renew it. The answer is a page, not JSON. It may come from a proxy before https://identity.test (hosts.identity or baseUrl).',
  ],
  [
    { status: 502, body: signInPage },
    addMilestones,
    "addMilestones failed with 502. See the service's answer in error.body. The answer is a page, not JSON. It may come from a proxy before https://contract.test (hosts.contract or baseUrl). It may have been carried out: look it up before you retry.",
  ],
  [
    { status: 302, headers: { location: 'data:,secret' } },
    register,
    'registerCustomer was answered with 302. A redirect is not followed: check the address https://identity.test (hosts.identity or baseUrl). It may have been carried out. You can retry: repeating it does no harm.',
  ],
  [
    { status: 302, headers: { location: 'https://login.test/in?token=secret' } },
    register,
    'registerCustomer was answered with 302. A redirect to https://login.test is not followed: check the address https://identity.test (hosts.identity or baseUrl). It may have been carried out. You can retry: repeating it does no harm.',
  ],
])('the message about an answer of %j says what is known', async (answer, call, message) => {
  const { escrow } = createObservedClient({ '*': answer });

  expect((await failureOf(call(escrow))).message).toBe(message);
});

test.each<[what: string, fetch: () => Promise<never>, message: string]>([
  [
    'lost',
    lose,
    'addMilestones lost its connection to hosts.contract, https://contract.test (ECONNRESET). It may have been carried out: look it up before you retry.',
  ],
])('the message about a %s connection says whether to send again', async (_what, fetch, message) => {
  const { escrow } = createObservedClient({}, { fetch });

  expect((await failureOf(addMilestones(escrow))).message).toBe(message);
});
