import { expect, test } from 'vitest';
import { createObservedClient } from '../support/observed-client.ts';
import { milestone } from '../support/sample-inputs.ts';

const added = { id: 'm-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' };
const answer = { body: { data: { parentContractId: 'c-1', milestones: [added] } } };

test('MILESTONE-1 terms that are not accepted are left to the service', async () => {
  const { escrow, sent } = createObservedClient({ '*': answer });

  await escrow.contracts.addMilestones('c-1', [{ ...milestone, serviceTermsAccepted: false }]);

  expect(sent.map(({ body }) => JSON.parse(body).milestones[0].serviceTermsAccepted)).toEqual([false]);
});

test('MILESTONE-3 a forbidden field without a value is left out', async () => {
  const { escrow, sent } = createObservedClient({ '*': answer });
  const empty = { paymentMethods: undefined, isDeliverable: undefined, isInspectable: undefined };

  await escrow.contracts.addMilestones('c-1', [{ ...milestone, ...(empty as object) }]);

  expect(Object.keys(JSON.parse(sent[0]?.body ?? '{}').milestones[0])).not.toContain('paymentMethods');
});

test.each([1000.1, 0.1 + 0.2, 0, 1e21, 1e-7])(
  'MILESTONE-4 the amount %d is sent unchanged, without a fee',
  async (itemPrice) => {
    const { escrow, sent } = createObservedClient({ '*': answer });

    await escrow.contracts.addMilestones('c-1', [{ ...milestone, itemPrice }]);

    expect(sent.map(({ body }) => JSON.parse(body).milestones[0].itemPrice)).toEqual([itemPrice]);
  },
);
