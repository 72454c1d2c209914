import { createRequestValidator } from '@escrow-kit/spec/validate';
import { expect, test } from 'vitest';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient, jsonHeaders, type Way } from '../support/observed-client.ts';
import { partOf } from '../support/part-of.ts';
import { withJson } from '../support/recording-fetch.ts';
import { milestone, parties } from '../support/sample-inputs.ts';

const added = { id: 'm-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' };
const answer = { body: { data: { parentContractId: 'c-1', milestones: [added] } } };

const addMilestones: Way[] = [
  ['contracts.addMilestones', (escrow) => escrow.contracts.addMilestones('c-1', [milestone])],
  [
    'call',
    (escrow) =>
      callOperation(escrow, 'addMilestones', { path: { contractId: 'c-1' }, body: { milestones: [milestone] } }),
  ],
  [
    'raw',
    (escrow) =>
      escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/milestones', {
        params: { path: { contractId: 'c-1' } },
        body: { milestones: [milestone] },
      }),
  ],
];

test.each(addMilestones)('MILESTONE-1 %s patches the milestones with everything fixed', async (_way, send) => {
  const { escrow, sent } = createObservedClient({ '*': answer });

  await send(escrow);

  expect(sent.map(withJson)).toEqual([
    {
      to: 'PATCH https://contract.test/api/external/contracts/c-1/milestones',
      headers: jsonHeaders('adm-token'),
      body: {
        milestones: [
          {
            type: 'MILESTONE_CONTRACT',
            senderRole: 'BROKER',
            itemDetail: { title: 'Deposit', description: 'First half' },
            itemPrice: 1000,
            currency: 'SAR',
            returnPolicy: 'NO_RETURN',
            returnFeePayee: 'PROVIDER',
            deadLine: '2031-05-06T07:08:09Z',
            serviceTermsAccepted: true,
          },
        ],
      },
    },
  ]);
});

test.each(['2031-05-06T07:08:09.123Z', '2028-02-29T23:59:59Z'])(
  'MILESTONE-1 the UTC timestamp %s is sent unchanged',
  async (deadLine) => {
    const { escrow, sent } = createObservedClient({ '*': answer });

    await escrow.contracts.addMilestones('c-1', [{ ...milestone, deadLine }]);

    expect(sent.map(({ body }) => JSON.parse(body).milestones[0].deadLine)).toEqual([deadLine]);
  },
);

test.each([
  ['type', { type: 'COMPLEX_CONTRACT' }],
  ['senderRole', { senderRole: 'CUSTOMER' }],
  ['itemDetail', { itemDetail: 'Deposit' }],
  ['itemDetail.title', { itemDetail: { description: 'First half' } }],
  ['itemPrice', { itemPrice: '1000' }],
  ['itemPrice', { itemPrice: Number.NaN }],
  ['itemPrice', { itemPrice: undefined }],
  ['currency', { currency: undefined }],
  ['returnPolicy', { returnPolicy: undefined }],
  ['returnFeePayee', { returnFeePayee: undefined }],
  ['serviceTermsAccepted', { serviceTermsAccepted: 'yes' }],
  ['deadLine', { deadLine: undefined }],
  ['deadLine', { deadLine: '2031-05-06' }],
  ['deadLine', { deadLine: '2031-05-06T07:08:09' }],
  ['deadLine', { deadLine: '2031-05-06T07:08:09+03:00' }],
  ['deadLine', { deadLine: '2031-13-06T07:08:09Z' }],
  ['deadLine', { deadLine: '06/05/2031' }],
])('MILESTONE-1 a milestone with %s as in %j is refused before anything is sent', async (field, change) => {
  const { escrow, sent } = createObservedClient({ '*': answer });
  const broken = { ...milestone, ...change } as typeof milestone;

  await expect(escrow.contracts.addMilestones('c-1', [milestone, broken])).rejects.toMatchObject({
    code: 'rule_violation',
    outcome: 'not-sent',
    violations: [{ path: `body.milestones[1].${field}`, rule: partOf('(MILESTONE|CONTRACT)-1') }],
  });
  expect(sent).toEqual([]);
});

test.each([
  '2030-01-01T00:00Z',
  '2030-01-01T00:00:00+00:00',
  '2030-12-31T23:59:59,5Z',
  '2030-01-01T24:00:00Z',
  '2030-01-01T24:00:01Z',
  '2016-12-31T23:59:60Z',
  '20300101T000000Z',
  '20300431T000000Z',
  '2030-W01-1T00:00:00Z',
  '2026-W53-7T00:00:00Z',
  '2030-W53-1T00:00:00Z',
  '2030-W54-1T00:00:00Z',
  '2030-W01-8T00:00:00Z',
  '2030-001T00:00:00Z',
  '2032-366T00:00:00Z',
  '2030-366T00:00:00Z',
  '2030-400T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '2030-01-01T25:00:00Z',
  '2030-01-01T00:60:00Z',
  '2030-02-29T00:00:00Z',
  '2030-01-01T00:00:00-00:00',
  'tomorrow',
])('MILESTONE-1 the deadline %s is refused if, and only if, the document refuses it', async (deadLine) => {
  const { escrow, sent } = createObservedClient({ '*': answer });
  const whole = { ...milestone, deadLine, type: 'MILESTONE_CONTRACT', senderRole: 'BROKER' } as const;
  const input = { path: { contractId: 'c-1' }, body: { milestones: [whole] } };

  await callOperation(escrow, 'addMilestones', input).catch(() => {});

  expect(sent.length === 0).toBe(createRequestValidator('addMilestones')(input).length > 0);
});

test('MILESTONE-1 terms that are not accepted are left to the service', async () => {
  const { escrow, sent } = createObservedClient({ '*': answer });

  await escrow.contracts.addMilestones('c-1', [{ ...milestone, serviceTermsAccepted: false }]);

  expect(sent.map(({ body }) => JSON.parse(body).milestones[0].serviceTermsAccepted)).toEqual([false]);
});

test('MILESTONE-2 the milestones are taken out of data', async () => {
  const { escrow } = createObservedClient({ '*': answer });

  expect(await escrow.contracts.addMilestones('c-1', [milestone])).toEqual({
    parentContractId: 'c-1',
    milestones: [{ id: 'm-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' }],
  });
});

test.each([{}, { data: {} }, { data: null }])(
  'MILESTONE-2 the answer %j without milestones is reported',
  async (body) => {
    const { escrow } = createObservedClient({ '*': { body } });

    await expect(escrow.contracts.addMilestones('c-1', [milestone])).rejects.toMatchObject({
      code: 'decode',
      outcome: 'unknown',
    });
  },
);

const forbidden = ['paymentMethods', 'isDeliverable', 'isInspectable'].flatMap((field) =>
  [true, false, null, [], '', 0, 'CARD'].map((value) => [field, value] as const),
);

test.each(forbidden)('MILESTONE-3 a milestone with %s %j is refused before anything is sent', async (field, value) => {
  const { escrow, sent } = createObservedClient({ '*': answer });
  const milestones = [{ ...milestone, [field]: value }];
  const refusal = {
    code: 'rule_violation',
    outcome: 'not-sent',
    violations: [{ path: `body.milestones[0].${field}`, rule: 'MILESTONE-3' }],
  };

  await expect(escrow.contracts.addMilestones('c-1', milestones)).rejects.toMatchObject(refusal);
  await expect(
    callOperation(escrow, 'addMilestones', { path: { contractId: 'c-1' }, body: { milestones } }),
  ).rejects.toMatchObject(refusal);
  await expect(
    escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/milestones', {
      params: { path: { contractId: 'c-1' } },
      body: { milestones },
    }),
  ).rejects.toMatchObject(refusal);
  expect(sent).toEqual([]);
});

test('MILESTONE-3 a forbidden field without a value is left out', async () => {
  const { escrow, sent } = createObservedClient({ '*': answer });
  const empty = { paymentMethods: undefined, isDeliverable: undefined, isInspectable: undefined };

  await escrow.contracts.addMilestones('c-1', [{ ...milestone, ...(empty as object) }]);

  expect(Object.keys(JSON.parse(sent[0]?.body ?? '{}').milestones[0])).not.toContain('paymentMethods');
});

test.each([1000, 1000.1, 0.1 + 0.2, 0, -5, 1e21, 1e-7, 999999999999.99])(
  'MILESTONE-4 the amount %d is sent unchanged, without a fee',
  async (itemPrice) => {
    const { escrow, sent } = createObservedClient({ '*': answer });

    await escrow.contracts.addMilestones('c-1', [{ ...milestone, itemPrice }]);

    expect(sent.map(({ body }) => JSON.parse(body).milestones[0].itemPrice)).toEqual([itemPrice]);
  },
);

test('MILESTONE-4 the fee of a milestone is not taken from the amounts of its parties', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await escrow.contracts.addParties('c-1', { 'm-1': parties });

  const [body] = sent.map(({ body }) => JSON.parse(body));
  expect(body.mileStonesParties['m-1'].map(({ amount }: { amount: number }) => amount)).toEqual([1000, 950, 50]);
});
