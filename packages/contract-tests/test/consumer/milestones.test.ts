import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { given, placeValue } from './interaction/given.ts';
import { interaction, refusal } from './interaction/interaction.ts';
import { filledText, numberLike, sameNumber, stateValue } from './interaction/matchers.ts';
import type { Template } from './interaction/placed-value.ts';
import { milestone, milestoneOnWire } from './interaction/sample-bodies.ts';

const { number, regex, eachLike } = MatchersV3;

/** A fraction between 0 and 1; a percentage such as 4 is wrong. */
const fraction = numberLike('^(0(\\.\\d+)?|1(\\.0+)?)$', 0.04);

const created = (itemPrice: number) => ({
  id: filledText('milestone-example-1'),
  itemPrice: sameNumber(itemPrice),
  fee: number(40),
  feePercentage: fraction,
});

const withMilestones = (...milestones: Record<string, Template>[]) => ({ milestones });

interaction('MILESTONE-1 a milestone is added, with what the service fixes', 'addMilestones', {
  rules: ['AUTH-5'],
  blames: { answer: 'MILESTONE-2' },
  answer: { data: { milestones: eachLike({ id: filledText('milestone-example-1') }) } },
});

for (const [problem, fields] of [
  ['type COMPLEX_CONTRACT', { type: 'COMPLEX_CONTRACT' }],
  ['senderRole PROVIDER', { senderRole: 'PROVIDER' }],
  ['an itemPrice in quotes', { itemPrice: '1000' }],
  ['a deadLine that is not in UTC', { deadLine: placeValue('deadLineDay', { after: 'T00:00:00+03:00' }) }],
  ['a deadLine without a time', { deadLine: placeValue('deadLineDay') }],
] as const) {
  refusal(`MILESTONE-1 a milestone with ${problem} is refused`, 'addMilestones', {
    by: 'MILESTONE-1c',
    // Taking another value or form harms nobody.
    basis: 'assumed',
    body: withMilestones({ ...milestoneOnWire, ...fields }),
  });
}

interaction(
  'MILESTONE-2 the result has the parent, and id, itemPrice, fee and feePercentage of the milestone',
  'addMilestones',
  {
    blames: { status: 'MILESTONE-1' },
    answer: { data: { parentContractId: stateValue('contractId'), milestones: [created(1000)] } },
    act: async ({ escrow, example }) => {
      const added = await escrow.contracts.addMilestones(example.contractId, [milestone]);

      expect(added).toEqual({
        parentContractId: 'contract-example-1',
        milestones: [{ id: 'milestone-example-1', itemPrice: 1000, fee: 40, feePercentage: 0.04 }],
      });
    },
  },
);

interaction('MILESTONE-2 the fee is the share of the itemPrice that feePercentage says', 'addMilestones', {
  // The result has a fee and a fraction. That the one follows from the other is not said.
  basis: 'implied',
  blames: { status: 'MILESTONE-1' },
  answer: { data: { milestones: eachLike({ fee: number(40), feePercentage: fraction }) } },
  conditions: ['fee-of-the-share'],
});

// The order in which they come back is not shown.
interaction('MILESTONE-2 two milestones are added by one call', 'addMilestones', {
  blames: { status: 'MILESTONE-1' },
  request: () => ({ body: withMilestones(milestoneOnWire, { ...milestoneOnWire, itemPrice: 250 }) }),
  answer: { data: { milestones: eachLike({ ...created(1000), itemPrice: number(1000) }, 2) } },
  conditions: ['prices-in-any-order'],
});

for (const [field, value] of [
  ['paymentMethods', ['MANUAL_BANK_TRANSFER']],
  ['paymentMethods', []],
  ['isDeliverable', true],
  ['isDeliverable', false],
  ['isInspectable', true],
  ['isInspectable', false],
] as const) {
  refusal(`MILESTONE-3 a milestone with ${field} ${JSON.stringify(value)} is refused`, 'addMilestones', {
    body: withMilestones({ ...milestoneOnWire, [field]: value as Template }),
  });
}

refusal('MILESTONE-3 a second milestone with isDeliverable true is refused', 'addMilestones', {
  body: withMilestones(milestoneOnWire, { ...milestoneOnWire, isDeliverable: true }),
});

interaction('STATE-1 a milestone starts CREATED', 'addMilestones', {
  blames: { status: 'MILESTONE-1', answer: 'MILESTONE-2', '$.data.milestones[0].status': 'STATE-1' },
  answer: { data: { milestones: eachLike({ status: regex('^CREATED$', 'CREATED') }) } },
});

interaction('AUTH-5 a milestone of a contract that belongs to another client is refused', 'addMilestones', {
  given: given('a parent contract of another client'),
  by: 'AUTH-5a',
  status: 404,
});
