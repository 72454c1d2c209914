import { expect, test } from 'vitest';
import type { Party } from '../../src/index.ts';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient, jsonHeaders, type Way } from '../support/observed-client.ts';
import { partOf } from '../support/part-of.ts';
import { withJson } from '../support/recording-fetch.ts';
import { broker, buyer, parties, seller } from '../support/sample-inputs.ts';

const addParties: Way[] = [
  ['contracts.addParties', (escrow) => escrow.contracts.addParties('c-1', { 'm-1': parties })],
  [
    'call',
    (escrow) =>
      callOperation(escrow, 'addParties', {
        path: { contractId: 'c-1' },
        body: { mileStonesParties: { 'm-1': parties } },
      }),
  ],
  [
    'raw',
    (escrow) =>
      escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/parties', {
        params: { path: { contractId: 'c-1' } },
        body: { mileStonesParties: { 'm-1': parties } },
      }),
  ],
];

/** The sent parties of the first milestone, and the violations. */
async function send(...given: object[]) {
  const { escrow, sent } = createObservedClient({ '*': {} });
  await escrow.contracts.addParties('c-1', { 'm-1': given as Party[] });
  return JSON.parse(sent[0]?.body ?? '{}').mileStonesParties['m-1'];
}
async function expectRefusal(given: unknown, violations: object[]) {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const mileStonesParties = { 'm-1': given as Party[] };
  const refusal = { code: 'rule_violation', outcome: 'not-sent', attempts: 0, violations };
  const path = { contractId: 'c-1' };
  await expect(escrow.contracts.addParties('c-1', mileStonesParties)).rejects.toMatchObject(refusal);
  await expect(callOperation(escrow, 'addParties', { path, body: { mileStonesParties } })).rejects.toMatchObject(
    refusal,
  );
  await expect(
    escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/parties', {
      params: { path },
      body: { mileStonesParties },
    }),
  ).rejects.toMatchObject(refusal);
  expect(sent).toEqual([]);
}
const at = (index: number, field = '') => `body.mileStonesParties.m-1[${index}]${field && `.${field}`}`;

test.each(addParties)('PARTY-0 %s patches the parties by milestone id', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': { status: 204 } });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'PATCH https://contract.test/api/external/contracts/c-1/parties',
      headers: jsonHeaders('adm-token'),
      body: {
        mileStonesParties: {
          'm-1': [
            { phoneNumber: '+966500000011', role: 'CUSTOMER', amount: 1000, arbitrator: false, isSender: true },
            { phoneNumber: '+966500000012', role: 'PROVIDER', amount: 950 },
            { phoneNumber: '+966500000013', role: 'BROKER', amount: 50, arbitrator: true, isSender: true },
          ],
        },
      },
    },
  ]);
});

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
  ['phoneNumber', { ...buyer, phoneNumber: undefined }],
  ['phoneNumber', { ...buyer, phoneNumber: 966500000011 }],
  ['amount', { ...buyer, amount: '1000' }],
  ['amount', { ...buyer, amount: undefined }],
  ['amount', { ...buyer, amount: Number.POSITIVE_INFINITY }],
])('PARTY-0 a party with a %s of the wrong kind is refused', async (field, party) => {
  await expectRefusal([party, seller, broker], [{ path: at(0, field), rule: partOf('PARTY-0') }]);
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

test('PARTY-0 parties that are not a list are refused', async () => {
  await expectRefusal(buyer, [{ path: 'body.mileStonesParties.m-1', rule: partOf('PARTY-0') }]);
});

test('PARTY-1 a BROKER is sent as arbitrator and sender', async () => {
  const given = { ...broker, arbitrator: true, isSender: true };

  expect(await send(buyer, seller, broker)).toMatchObject([{}, {}, { arbitrator: true, isSender: true }]);
  expect(await send(buyer, seller, given)).toMatchObject([{}, {}, { arbitrator: true, isSender: true }]);
});

test.each([
  ['arbitrator', false],
  ['isSender', false],
  ['arbitrator', 'true'],
  ['isSender', null],
])('PARTY-1 a BROKER with %s %j is refused before anything is sent', async (field, value) => {
  await expectRefusal([buyer, seller, { ...broker, [field]: value }], [{ path: at(2, field), rule: 'PARTY-1a' }]);
});

test('PARTY-2 a CUSTOMER is sent as sender and not as arbitrator', async () => {
  const given = { ...buyer, arbitrator: false, isSender: true };

  expect(await send(buyer, seller, broker)).toMatchObject([{ arbitrator: false, isSender: true }, {}, {}]);
  expect(await send(given, seller, broker)).toMatchObject([{ arbitrator: false, isSender: true }, {}, {}]);
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
  const unset = { ...seller, isSender: undefined };

  expect((await send(buyer, unset, broker))[1]).toEqual({
    phoneNumber: '+966500000012',
    role: 'PROVIDER',
    amount: 950,
  });
});

test.each([true, false, null, '', 0, 'false'])(
  'PARTY-3 a PROVIDER with isSender %j is refused before anything is sent',
  async (isSender) => {
    await expectRefusal([buyer, { ...seller, isSender }, broker], [{ path: at(1, 'isSender'), rule: 'PARTY-3' }]);
  },
);

test.each([true, false])('PARTY-3 a PROVIDER with arbitrator %j is sent unchanged', async (arbitrator) => {
  expect((await send(buyer, { ...seller, arbitrator }, broker))[1]).toMatchObject({ arbitrator });
});

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

test('PARTY-4 each milestone is checked separately', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const tooMuch = [buyer, { ...seller, amount: 951 }, broker];
  const tooLittle = [buyer, { ...seller, amount: 949 }, broker];

  await expect(
    escrow.contracts.addParties('c-1', { 'm-1': tooMuch, 'm-2': parties, 'm-3': tooLittle }),
  ).rejects.toMatchObject({
    violations: [
      { path: expect.stringContaining('m-1'), rule: 'PARTY-4' },
      { path: expect.stringContaining('m-3'), rule: 'PARTY-4' },
    ],
  });
  expect(sent).toEqual([]);
});
