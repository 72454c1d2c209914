import { expect, test } from 'vitest';
import type { EscrowClient } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';
import { bankAccount, milestone } from './support/sample-inputs.ts';
import { lose } from './support/scripted-client.ts';

// One line with the operation, what happened, the rule with its words, and what to do.

type Call = (escrow: EscrowClient) => Promise<unknown>;
const addMilestones: Call = (e) => e.contracts.addMilestones('c-1', [milestone]);

test.each<[what: string, call: Call, message: string]>([
  [
    'two faults',
    (e) => e.customers.addBankAccount(1, { ...bankAccount, iban: 'SA12', beneficiaryName: undefined } as never),
    "addBankAccount was not sent, 2 faults: 1) body.iban is malformed. BANK-2 (stated): The iban is SA and 22 digits. Write the Saudi IBAN as SA followed by 22 digits, without spaces. 2) body.beneficiaryName is missing. BANK-1a (assumed): No field of a bank account is left out. Send beneficiaryName, the name of the account holder, as text. Set checks: 'stated' for the call or the client to switch off the checks that are not stated.",
  ],
])('the message about %s has the rule, its words and the remedy', async (_what, call, message) => {
  const { escrow } = createObservedClient({ '*': {} });

  expect((await failureOf(call(escrow))).message).toBe(message);
});

test.each<[status: number, body: object | string, call: Call, message: string]>([
  [
    403,
    '',
    (e) => e.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.test/return' }),
    'startPayment was refused with 403. That is how the service answers the organization token (AUTH-4): check that tokens.clientAdmin is a client admin token, and that clientId is the client it was issued for (AUTH-5).',
  ],
  [
    200,
    { data: {} },
    addMilestones,
    'addMilestones was carried out (200), but its answer has no data.milestones. Look it up before you send it again.',
  ],
])('the message about an answer of %d with %j says what is known', async (status, body, call, message) => {
  const { escrow } = createObservedClient({ '*': { status, body } });

  expect((await failureOf(call(escrow))).message).toBe(message);
});

test.each<[what: string, fetch: () => Promise<never>, message: string]>([
  [
    'lost',
    lose,
    'addMilestones lost its connection to hosts.contract, https://contract.test (ECONNRESET). It may have been carried out: look it up before you send it again.',
  ],
])('the message about a %s connection says whether to send again', async (_what, fetch, message) => {
  const { escrow } = createObservedClient({}, { fetch });

  expect((await failureOf(addMilestones(escrow))).message).toBe(message);
});
