import { createRequestValidator } from '@escrow-kit/spec/validate';
import { expect, test } from 'vitest';
import { callOperation } from '../support/call-operation.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { milestone } from '../support/sample-inputs.ts';

const added = { id: 'm-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' };
const answer = { body: { data: { parentContractId: 'c-1', milestones: [added] } } };

test.each([
  '2030-01-01T00:00Z',
  '2030-01-01T00:00:00+00:00',
  '2030-01-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '20300101T000000Z',
  '2030-W01-1T00:00:00Z',
  '2030-W53-1T00:00:00Z',
  '2032-366T00:00:00Z',
  '2030-02-29T00:00:00Z',
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

const forbidden = ['paymentMethods', 'isDeliverable', 'isInspectable'].flatMap((field) =>
  [false, null, 'CARD'].map((value) => [field, value] as const),
);

test.each(forbidden)('MILESTONE-3 a milestone with %s %j is refused before anything is sent', async (field, value) => {
  const { escrow, sent } = createObservedClient({ '*': answer });

  await expect(escrow.contracts.addMilestones('c-1', [{ ...milestone, [field]: value }])).rejects.toMatchObject({
    code: 'rule_violation',
    outcome: 'not-sent',
    violations: [{ path: `body.milestones[0].${field}`, rule: 'MILESTONE-3' }],
  });
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
