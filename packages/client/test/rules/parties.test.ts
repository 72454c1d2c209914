import { expect, test } from 'vitest';
import { createObservedClient } from '../support/observed-client.ts';
import { broker, buyer, parties, seller } from '../support/sample-inputs.ts';

test('PARTY-0 every milestone keeps its own parties', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const second = [
    { ...buyer, amount: 7 },
    { ...seller, amount: 7 },
  ];

  await escrow.contracts.addParties('c-1', { 'm-2': second, 'm-1': parties, __proto__x: second });

  const { mileStonesParties } = JSON.parse(sent[0]?.body ?? '{}');
  expect(Object.keys(mileStonesParties)).toEqual(['m-2', 'm-1', '__proto__x']);
  expect(mileStonesParties['m-2']).toMatchObject([{ amount: 7 }, { amount: 7 }]);
  expect(mileStonesParties['m-1']).toMatchObject([{ amount: 1000 }, { amount: 950 }, { amount: 50 }]);
});

test.each([{ ...buyer, role: 'toString' }, { ...buyer, role: ['CUSTOMER'] }, null])(
  'PARTY-0 the party %j without a known role is refused',
  async (party) => {
    const { escrow, sent } = createObservedClient({ '*': {} });

    await expect(escrow.contracts.addParties('c-1', { 'm-1': [seller, party as never] })).rejects.toMatchObject({
      code: 'rule_violation',
      outcome: 'not-sent',
      violations: [
        {
          path: expect.stringContaining('body.mileStonesParties.m-1[1]'),
          rule: expect.stringMatching(/^PARTY-0[a-z]?$/),
        },
      ],
    });
    expect(sent).toEqual([]);
  },
);

test.each<[title: string, index: number, field: string, value: unknown, rule: string]>([
  ['PARTY-1 a BROKER', 2, 'arbitrator', false, 'PARTY-1a'],
  ['PARTY-1 a BROKER', 2, 'isSender', null, 'PARTY-1a'],
  ['PARTY-2 a CUSTOMER', 0, 'arbitrator', true, 'PARTY-2a'],
  ['PARTY-2 a CUSTOMER', 0, 'isSender', false, 'PARTY-2a'],
])('%s (%i) with %s %j is refused before anything is sent', async (_title, index, field, value, rule) => {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const changed = parties.map((party, at) => (at === index ? { ...party, [field]: value } : party));

  await expect(escrow.contracts.addParties('c-1', { 'm-1': changed as never })).rejects.toMatchObject({
    violations: [{ path: `body.mileStonesParties.m-1[${index}].${field}`, rule }],
  });
  expect(sent).toEqual([]);
});

test('PARTY-3 a PROVIDER is sent without isSender', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const unset = { ...seller, isSender: undefined };

  await escrow.contracts.addParties('c-1', { 'm-1': [buyer, unset, broker] });

  expect(JSON.parse(sent[0]?.body ?? '{}').mileStonesParties['m-1'][1]).toEqual(seller);
});

test('PARTY-4 each milestone is checked separately, even if a party of another breaks a rule', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const tooMuch = [buyer, { ...seller, amount: 951 }, broker];
  const broken = [buyer, { ...seller, isSender: false } as never, broker];
  const tooLittle = [buyer, { ...seller, amount: 949 }, broker];

  await expect(
    escrow.contracts.addParties('c-1', { 'm-1': tooMuch, 'm-2': broken, 'm-3': tooLittle, 'm-4': parties }),
  ).rejects.toMatchObject({
    violations: [
      { path: expect.stringContaining('m-1'), rule: 'PARTY-4a' },
      { path: expect.stringContaining('m-2'), rule: 'PARTY-3' },
      { path: expect.stringContaining('m-3'), rule: 'PARTY-4a' },
    ],
  });
  expect(sent).toEqual([]);
});
