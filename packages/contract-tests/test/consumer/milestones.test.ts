import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { given } from './interaction/given.ts';
import { interaction } from './interaction/interaction.ts';
import { filledText, numberLike, stateValue } from './interaction/matchers.ts';
import type { Template } from './interaction/placed-value.ts';
import { refusal } from './interaction/refusal.ts';
import { milestone, milestoneOnWire } from './interaction/samples.ts';

const { number, regex, eachLike } = MatchersV3;

/** Between 0 and 1: a percentage such as 4 is none. */
const fraction = numberLike('^(0(\\.\\d+)?|1(\\.0+)?)$', 0.04);

const created = (itemPrice: number) => ({
  id: filledText('milestone-example-1'),
  itemPrice,
  fee: number(40),
  feePercentage: fraction,
  status: 'CREATED',
});

const aMilestone = given('a parent contract');
const withMilestones = (...milestones: Record<string, Template>[]) => ({ milestones });

interaction('MILESTONE-1 a milestone is added, with what the service fixes', {
  operation: 'addMilestones',
  given: aMilestone,
  rules: ['AUTH-3', 'AUTH-5'],
  status: 200,
  answer: { data: { milestones: eachLike({ id: filledText('milestone-example-1') }) } },
  act: async ({ escrow, example }) => {
    const added = await escrow.contracts.addMilestones(example.contractId, [milestone]);

    expect(added.milestones[0]?.id).toBe('milestone-example-1');
  },
});

for (const [problem, fields] of [
  ['type COMPLEX_CONTRACT', { type: 'COMPLEX_CONTRACT' }],
  ['senderRole PROVIDER', { senderRole: 'PROVIDER' }],
  ['an itemPrice in quotes', { itemPrice: '1000' }],
  ['a deadLine that is not in UTC', { deadLine: '2030-01-01T00:00:00+03:00' }],
  ['a deadLine without a time', { deadLine: '2030-01-01' }],
] as const) {
  refusal(`MILESTONE-1 a milestone with ${problem} is refused`, 'addMilestones', {
    basis: 'implied',
    body: withMilestones({ ...milestoneOnWire, ...fields }),
  });
}

interaction(
  'MILESTONE-2 the result has the parent, and id, itemPrice, fee, feePercentage and status of the milestone',
  {
    operation: 'addMilestones',
    given: aMilestone,
    rules: ['MILESTONE-1'],
    status: 200,
    answer: { data: { parentContractId: stateValue('contractId'), milestones: [created(1000)] } },
    act: async ({ escrow, example }) => {
      const added = await escrow.contracts.addMilestones(example.contractId, [milestone]);

      expect(added).toEqual({
        parentContractId: 'contract-example-1',
        milestones: [{ id: 'milestone-example-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' }],
      });
    },
  },
);

// In which order they come back is not shown.
interaction('MILESTONE-2 two milestones are added by one call', {
  operation: 'addMilestones',
  given: aMilestone,
  rules: ['MILESTONE-1'],
  request: (value) => ({
    path: { contractId: value('contractId') },
    body: withMilestones(milestoneOnWire, { ...milestoneOnWire, itemPrice: 250.5 }),
  }),
  status: 200,
  answer: { data: { milestones: MatchersV3.arrayContaining(created(1000), created(250.5)) } },
  act: async ({ escrow, example }) => {
    const both = [milestone, { ...milestone, itemPrice: 250.5 }];
    const added = await escrow.contracts.addMilestones(example.contractId, both);

    expect(added.milestones.map(({ itemPrice }) => itemPrice).sort()).toEqual([1000, 250.5]);
  },
});

for (const [field, value] of [
  ['paymentMethods', ['MANUAL_BANK_TRANSFER']],
  ['isDeliverable', true],
  ['isDeliverable', false],
  ['isInspectable', true],
  ['isInspectable', false],
] as const) {
  refusal(`MILESTONE-3 a milestone with ${field} ${value} is refused`, 'addMilestones', {
    rules: ['ERR-1'],
    body: withMilestones({ ...milestoneOnWire, [field]: value as Template }),
  });
}

interaction('STATE-1 a milestone starts CREATED', {
  operation: 'addMilestones',
  given: aMilestone,
  status: 200,
  answer: {
    data: { milestones: eachLike({ id: filledText('milestone-example-1'), status: regex('^CREATED$', 'CREATED') }) },
  },
  act: async ({ escrow, example }) => {
    const added = await escrow.contracts.addMilestones(example.contractId, [milestone]);

    expect(added.milestones[0]?.status).toBe('CREATED');
  },
});

interaction('AUTH-5 a milestone of a contract that belongs to another client is refused', {
  operation: 'addMilestones',
  given: given('a parent contract of another client'),
  basis: 'implied',
  request: (value) => ({ path: { contractId: value('contractId') }, body: withMilestones(milestoneOnWire) }),
  status: 404,
});
