import { describe, expect, test } from 'vitest';
import type { CallOptions, Checks, EscrowClient } from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { contractToOpen as order } from './flows/inputs.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';
import { bankAccount, broker, buyer, customer, parent, seller } from './support/sample-inputs.ts';

type Send = (escrow: EscrowClient, options?: CallOptions) => Promise<unknown>;

const sendParties =
  (...parties: object[]): Send =>
  (escrow, options) =>
    escrow.contracts.addParties('c', { m: parties as never }, options);
const { role: _role, ...withoutRole } = broker;
const paid = { ...seller, amount: buyer.amount };

const broken: [rule: string, basis: 'stated' | 'implied' | 'assumed', send: Send][] = [
  ['BANK-2', 'stated', (e, options) => e.customers.addBankAccount(1, { ...bankAccount, iban: 'DE00' }, options)],
  ['PARTY-3', 'stated', sendParties(buyer, { ...seller, isSender: false })],
  ['BANK-1a', 'assumed', (e, options) => e.customers.addBankAccount(1, { iban: bankAccount.iban } as never, options)],
  ['PARTY-0a', 'implied', sendParties(buyer, paid, { ...withoutRole, amount: 0 })],
  ['PARTY-0b', 'assumed', (e, options) => e.contracts.addParties('c', {}, options)],
  ['PARTY-2a', 'implied', sendParties({ ...buyer, arbitrator: true }, paid)],
  ['PARTY-4a', 'implied', sendParties(buyer, seller)],
];

/** The rules that each level checks, by their basis. Left out, it is `implied`. */
const levels: [checks: Checks | undefined, checked: string[]][] = [
  ['none', []],
  ['stated', ['stated']],
  ['implied', ['stated', 'implied']],
  [undefined, ['stated', 'implied']],
  ['all', ['stated', 'implied', 'assumed']],
];

const answer = { '*': { body: { data: { milestones: [] } } } };

describe.each(levels)('checks: %s', (checks, checked) => {
  test.each(broken)(
    '%s, which is %s, is refused only if it is checked, by client or call',
    async (rule, basis, send) => {
      const ofClient = createObservedClient(answer, { checks });
      const ofCall = createObservedClient(answer, { checks: checks === 'none' ? 'all' : 'none' });

      const ends = [
        await send(ofClient.escrow).catch((error) => error),
        await send(ofCall.escrow, { checks: checks ?? 'implied' }).catch((error) => error),
      ];

      const isChecked = checked.includes(basis);
      expect([ofClient.sent.length, ofCall.sent.length]).toEqual(isChecked ? [0, 0] : [1, 1]);
      for (const end of isChecked ? ends : []) {
        const violation = { rule, basis, text: expect.any(String), remedy: expect.any(String) };
        expect(end).toMatchObject({
          code: 'rule_violation',
          violations: expect.arrayContaining([expect.objectContaining(violation)]),
        });
      }
    },
  );
});

test('unchecked calls still have their constants and token', async () => {
  const { escrow, sent } = createObservedClient(answer, { checks: 'none' });

  await escrow.contracts.addParties('c', { m: [{ role: 'CUSTOMER' } as never] });

  expect(sent).toMatchObject([{ headers: { authorization: 'Bearer adm-token' } }]);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    mileStonesParties: { m: [{ role: 'CUSTOMER', arbitrator: false, isSender: true }] },
  });
});

test('an unknown level of checks is refused', async () => {
  const { escrow } = createObservedClient(answer);

  const error = await failureOf(escrow.users.get('u', { checks: 'some' as never }));

  expect(error).toMatchObject({
    code: 'configuration',
    message: expect.stringContaining('all, implied, stated, none'),
  });
});

test('before there is an overlay, another role is sent, and an answer of another form is returned by `call`', async () => {
  const answer = { body: { contract: { key: 'c-1' } } };
  const { escrow, sent } = createObservedClient({ '*': answer });
  const body = { ...parent, senderRole: 'PROVIDER' } as never;
  const options = { checks: 'none', headers: { 'x-tenant': 'acme' } } as const;

  const decoded = await failureOf(escrow.contracts.create(body, options));
  const returned = await escrow.call('createContract', { body }, options);

  expect(decoded).toMatchObject({ code: 'decode', outcome: 'unknown' });
  expect(returned).toEqual(answer.body);
  expect(sent.map(({ headers, body }) => [headers['x-tenant'], JSON.parse(body).senderRole])).toEqual([
    ['acme', 'PROVIDER'],
    ['acme', 'PROVIDER'],
  ]);
});

const onJournal = () => ({ key: 'order-1', journal: createMemoryJournal(), call: { checks: 'none' } as const });

test('BANK-1a an unchecked flow sends a bank account without a field', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: { serviceUserId: 7, userIdentification: 8 } } });
  const { beneficiaryName: _, ...withoutName } = bankAccount;
  const input = { ...customer, phoneNumber: '+966500000011', bankAccount: withoutName as never };

  await escrow.flows.onboardCustomer(input, onJournal());

  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([customer, withoutName]);
});

test.each([
  ['bankAcount is unknown', 'onboardCustomer', { ...customer, bankAcount: bankAccount }],
  ['phoneNumber is missing', 'onboardCustomer', { bankAccount }],
  ['the input is missing', 'onboardCustomer', undefined],
  ['milestones must be a list', 'openContract', { ...order, milestones: 5 }],
  [
    'milestones[0].seller[0].share is unknown',
    'openContract',
    { ...order, milestones: [{ ...order.milestones[0], seller: [{ phoneNumber: 'x', share: 1 }] }] },
  ],
] as const)('an unchecked flow sends nothing if %s', async (problem, flow, input) => {
  const { escrow, sent } = createObservedClient(answer);

  const error = await failureOf(escrow.flows[flow](input as never, onJournal()));

  expect(error).toMatchObject({ code: 'rule_violation', outcome: 'not-sent' });
  expect(error.message).toContain(problem);
  expect(sent).toEqual([]);
});
