import { expect, test } from 'vitest';
import type { Party } from '../../src/index.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { partOf } from '../support/part-of.ts';
import { broker, buyer, parties, seller } from '../support/sample-inputs.ts';

async function expectRefusal(given: unknown, violations: object[]) {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const refusal = { code: 'rule_violation', outcome: 'not-sent', attempts: 0, violations };
  await expect(escrow.contracts.addParties('c-1', { 'm-1': given as Party[] })).rejects.toMatchObject(refusal);
  expect(sent).toEqual([]);
}
const at = (index: number, field = '') => `body.mileStonesParties.m-1[${index}]${field && `.${field}`}`;

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

test.each([
  { ...buyer, role: 'SELLER' },
  { ...buyer, role: 'customer' },
  { ...buyer, role: undefined },
  { ...buyer, role: 'toString' },
  { ...buyer, role: ['CUSTOMER'] },
  null,
])('PARTY-0 the party %j without a known role is refused', async (party) => {
  await expectRefusal([seller, party], [{ path: expect.stringContaining(at(1)), rule: partOf('PARTY-0') }]);
});

test('PARTY-0 an empty list of parties is refused', async () => {
  await expectRefusal(
    [],
    [{ path: 'body.mileStonesParties.m-1', problem: 'must not be empty', rule: partOf('PARTY-0') }],
  );
});

test.each([
  ['arbitrator', false],
  ['isSender', false],
  ['arbitrator', 'true'],
  ['isSender', null],
])('PARTY-1 a BROKER with %s %j is refused before anything is sent', async (field, value) => {
  await expectRefusal([buyer, seller, { ...broker, [field]: value }], [{ path: at(2, field), rule: 'PARTY-1a' }]);
});

test.each([
  ['arbitrator', true],
  ['isSender', false],
  ['arbitrator', 0],
  ['isSender', null],
])('PARTY-2 a CUSTOMER with %s %j is refused before anything is sent', async (field, value) => {
  await expectRefusal(
    [{ ...buyer, [field]: value }, seller, broker],
    [{ path: at(0, field), rule: partOf('PARTY-2') }],
  );
});

test('PARTY-3 a PROVIDER is sent without isSender', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const unset = { ...seller, isSender: undefined };

  await escrow.contracts.addParties('c-1', { 'm-1': [buyer, unset, broker] });

  expect(JSON.parse(sent[0]?.body ?? '{}').mileStonesParties['m-1'][1]).toEqual(seller);
});

test.each([true, false, null, 'false'])(
  'PARTY-3 a PROVIDER with isSender %j is refused before anything is sent',
  async (isSender) => {
    await expectRefusal([buyer, { ...seller, isSender }, broker], [{ path: at(1, 'isSender'), rule: 'PARTY-3' }]);
  },
);

test.each([
  ['too little', 949],
  ['too much', 951],
  ['a halala too little', 949.99],
])('PARTY-4 a PROVIDER with %s is refused before anything is sent', async (_what, amount) => {
  await expectRefusal(
    [buyer, { ...seller, amount }, broker],
    [{ path: expect.stringContaining('m-1'), rule: 'PARTY-4' }],
  );
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
      { path: expect.stringContaining('m-1'), rule: 'PARTY-4' },
      { path: expect.stringContaining('m-2'), rule: 'PARTY-3' },
      { path: expect.stringContaining('m-3'), rule: 'PARTY-4' },
    ],
  });
  expect(sent).toEqual([]);
});
