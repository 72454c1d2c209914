import { describe, expect, test } from 'vitest';
import type { Checks, EscrowClient } from '../src/index.ts';
import { callOperation } from './support/call-operation.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';
import { bankAccount, broker, buyer, milestone, seller } from './support/sample-inputs.ts';

type Send = (escrow: EscrowClient, checks?: Checks) => Promise<unknown>;

const stated: [rule: string, send: Send][] = [
  ['BANK-2', (e, checks) => e.customers.addBankAccount(1, { ...bankAccount, iban: 'DE00' }, checks && { checks })],
  ['PARTY-4', (e, checks) => e.contracts.addParties('c', { m: [buyer, seller] }, checks && { checks })],
  [
    'PARTY-3',
    (e, checks) => e.contracts.addParties('c', { m: [{ ...seller, isSender: false } as never] }, checks && { checks }),
  ],
  [
    'MILESTONE-3',
    (e, checks) =>
      e.contracts.addMilestones('c', [{ ...milestone, isDeliverable: true } as never], checks && { checks }),
  ],
];
const notStated: [rule: string, basis: string, send: Send][] = [
  [
    'BANK-1a',
    'assumed',
    (e, checks) => e.customers.addBankAccount(1, { iban: bankAccount.iban } as never, checks && { checks }),
  ],
  ['MILESTONE-1b', 'implied', (e, checks) => e.contracts.addMilestones('c', [], checks && { checks })],
  [
    'PARTY-0a',
    'implied',
    (e, checks) => {
      const { role: _, ...withoutRole } = broker;
      const parties = [buyer, { ...seller, amount: buyer.amount }, { ...withoutRole, amount: 0 } as never];
      return e.contracts.addParties('c', { m: parties }, checks && { checks });
    },
  ],
  [
    'PARTY-0a',
    'implied',
    (e, checks) => {
      const { amount: _, ...withoutAmount } = seller;
      return e.contracts.addParties('c', { m: [buyer, withoutAmount as never] }, checks && { checks });
    },
  ],
  ...[{ isSender: false }, { arbitrator: true }].map((flag): (typeof notStated)[number] => [
    'PARTY-2a',
    'implied',
    (e, checks) =>
      e.contracts.addParties(
        'c',
        { m: [{ ...buyer, ...flag } as never, { ...seller, amount: buyer.amount }] },
        checks && { checks },
      ),
  ]),
  ...[{ isSender: false }, { arbitrator: false }].map((flag): (typeof notStated)[number] => [
    'PARTY-1a',
    'implied',
    (e, checks) =>
      e.contracts.addParties('c', { m: [buyer, seller, { ...broker, ...flag } as never] }, checks && { checks }),
  ]),
];

const answer = { '*': { body: { data: { milestones: [] } } } };

async function isSent(send: Send, client: Checks | undefined, call?: Checks): Promise<boolean> {
  const { escrow, sent } = createObservedClient(answer, client && { checks: client });
  await send(escrow, call).catch(() => {});
  return sent.length === 1;
}

describe('checks: all, the default', () => {
  test.each(stated)('%s is enforced, because the service states it', async (rule, send) => {
    const { escrow } = createObservedClient(answer);

    expect(await failureOf(send(escrow))).toMatchObject({
      code: 'rule_violation',
      violations: [{ rule, basis: 'stated', text: expect.any(String), remedy: expect.any(String) }, ...[]],
    });
  });

  test.each(notStated)('%s is enforced, and reported as %s', async (rule, basis, send) => {
    const { escrow } = createObservedClient(answer);

    const error = await failureOf(send(escrow));

    expect(error).toMatchObject({ code: 'rule_violation' });
    expect((error as { violations?: object[] }).violations).toContainEqual(expect.objectContaining({ rule, basis }));
  });
});

describe('checks: stated', () => {
  test.each(stated)('%s is enforced', async (_rule, send) => {
    expect([await isSent(send, 'stated'), await isSent(send, 'all', 'stated')]).toEqual([false, false]);
  });

  test.each(notStated)('%s, which is %s, is sent', async (_rule, _basis, send) => {
    expect([await isSent(send, 'stated'), await isSent(send, 'all', 'stated')]).toEqual([true, true]);
  });
});

describe('checks: none', () => {
  test.each([...stated, ...notStated.map(([rule, , send]) => [rule, send] as const)])(
    '%s is left to the service',
    async (_rule, send) => {
      expect([await isSent(send, 'none'), await isSent(send, undefined, 'none')]).toEqual([true, true]);
    },
  );

  test('of a client is overridden by a call', async () => {
    const [, send] = stated[0] ?? [];

    expect(send && (await isSent(send, 'none', 'all'))).toBe(false);
  });

  test('unchecked calls still have their constants and token', async () => {
    const { escrow, sent } = createObservedClient(answer, { checks: 'none' });

    await escrow.contracts.addParties('c', { m: [{ role: 'CUSTOMER' } as never] });

    expect(sent).toMatchObject([{ headers: { authorization: 'Bearer adm-token' } }]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      mileStonesParties: { m: [{ role: 'CUSTOMER', arbitrator: false, isSender: true }] },
    });
  });

  test.each(['..', '.', '', undefined, {}])(
    'the id %j is refused, because it would reach another endpoint',
    async (id) => {
      const { escrow, sent } = createObservedClient(answer, { checks: 'none' });

      const error = await failureOf(escrow.users.get(id as never));

      expect(error).toMatchObject({ code: 'rule_violation', violations: [{ path: 'path.userId' }] });
      expect(sent).toEqual([]);
    },
  );

  test.each([5, 'SECRET', null, [7]])('a body that is %j is sent unchanged', async (body) => {
    const { escrow, sent } = createObservedClient(answer, { checks: 'none' });

    await callOperation(escrow, 'addMilestones', { path: { contractId: 'c' }, body: body as never });

    expect(sent.map((request) => request.body)).toEqual([JSON.stringify(body)]);
  });
});

test('an unknown level of checks is refused', async () => {
  const { escrow } = createObservedClient(answer);

  expect(() => createObservedClient(answer, { checks: 'some' as never })).toThrow(
    'options.checks must be all, implied, stated, none',
  );
  expect(await failureOf(escrow.users.get('u', { checks: 'some' as never }))).toMatchObject({ code: 'configuration' });
});

test.each(notStated)(
  'by default %s, which is %s, is refused only if the description implies it',
  async (rule, basis, send) => {
    const { escrow, sent } = createObservedClient(answer, { checks: undefined });

    const end = await send(escrow).catch((error) => error);

    expect(sent).toHaveLength(basis === 'assumed' ? 1 : 0);
    if (basis === 'implied') expect(end).toMatchObject({ code: 'rule_violation', violations: [{ rule, basis }] });
  },
);
