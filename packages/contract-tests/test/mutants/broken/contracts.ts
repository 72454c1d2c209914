import { type Call, Refusal } from '@escrow-kit/sandbox/testing';
import {
  alsoBlaming,
  answerRefused,
  assumed,
  changeAnswer,
  changeBody,
  changeField,
  changeResult,
  type Fault,
  type Faults,
  ignoreViolationsOf,
  implied,
  renameField,
  wrapHandler,
} from '../ways.ts';

type PartyLists = Call<'addParties'>['body']['mileStonesParties'];
type Parties = PartyLists[string];

const sum = (parties: Parties): number => parties.reduce((total, { amount }) => total + amount, 0);

const paidIn = (parties: Parties): number => sum(parties.filter(({ role }) => role === 'CUSTOMER'));
const paidOut = (parties: Parties): number => sum(parties.filter(({ role }) => role !== 'CUSTOMER'));

const halala = 0.01;

/** Makes the CUSTOMER pay what the others get, so that the sandbox finds nothing wrong. */
const balanced = (parties: Parties): Parties => {
  const amount = Math.round(paidOut(parties) * 100) / 100;
  return parties.map((party) => (party.role === 'CUSTOMER' ? { ...party, amount } : party));
};

const mapParties = (lists: PartyLists, change: (parties: Parties) => Parties): PartyLists =>
  Object.fromEntries(Object.entries(lists).map(([id, parties]) => [id, change(parties)]));

/** Takes the parties of each milestone for others. */
const changeParties = (change: (parties: Parties) => Parties): Fault =>
  changeBody('addParties', ({ mileStonesParties }) => ({ mileStonesParties: mapParties(mileStonesParties, change) }));

const forbiddenFields = ['paymentMethods', 'isDeliverable', 'isInspectable'];

/** Does not see the forbidden fields of a milestone that are overlooked. */
const overlook = (isOverlooked: (index: number, value: unknown) => boolean): Fault => ({
  replace: ({ checkRequest }) => ({
    checkRequest: (operation, request, body) => {
      const { milestones } = (body ?? {}) as { milestones?: object[] };
      const withoutSome = (milestone: object, index: number) =>
        Object.fromEntries(
          Object.entries(milestone).filter(
            ([field, value]) => !(forbiddenFields.includes(field) && isOverlooked(index, value)),
          ),
        );
      const seen = Array.isArray(milestones) ? { ...(body as object), milestones: milestones.map(withoutSome) } : body;
      checkRequest(operation, request, seen);
    },
  }),
});

/** Takes parties that are none, and does nothing with them. */
const takeAnyParties: Fault = {
  replace: (shipped) => ({
    ...ignoreViolationsOf('PARTY-0c').replace(shipped),
    ...answerRefused('addParties', () => ({ data: { milestones: [] } }), 'PARTY-0c').replace(shipped),
  }),
};

/** Sandboxes that are wrong about contracts, milestones and parties. */
export const brokenContracts: Faults = {
  'CONTRACT-1 takes a parent of any type, role and price': assumed(ignoreViolationsOf('CONTRACT-1c')),
  'CONTRACT-2 calls the id of a parent contractId': renameField('createContract', 'data', 'id', 'contractId'),
  'CONTRACT-2 gives a parent an empty id': changeField('createContract', 'data.id', () => ''),
  'CONTRACT-2 leaves out senderRole': changeField('createContract', 'data.senderRole'),
  'CONTRACT-2 does not wrap a parent in data': changeResult('createContract', ({ data }) => data),
  'MILESTONE-1 takes any milestone': assumed(ignoreViolationsOf('MILESTONE-1c')),
  'MILESTONE-2 writes the fee as text': changeField('addMilestones', 'data.milestones.*.fee', String),
  'MILESTONE-2 leaves out feePercentage': changeField('addMilestones', 'data.milestones.*.feePercentage'),
  'MILESTONE-2 names another parent for the milestones': changeField(
    'addMilestones',
    'data.parentContractId',
    () => 'another',
  ),
  'MILESTONE-2 writes feePercentage as text': changeField('addMilestones', 'data.milestones.*.feePercentage', String),
  'MILESTONE-2 writes feePercentage as a percentage': changeField(
    'addMilestones',
    'data.milestones.*.feePercentage',
    (fraction) => fraction * 100,
  ),
  'MILESTONE-2 adds the fee to the itemPrice': changeField(
    'addMilestones',
    'data.milestones.*.itemPrice',
    (price, { fee }) => price + fee,
  ),
  'MILESTONE-2 leaves out the parent of the milestones': changeField('addMilestones', 'data.parentContractId'),
  'MILESTONE-3 takes paymentMethods, isDeliverable and isInspectable': ignoreViolationsOf('MILESTONE-3'),
  'MILESTONE-3 accepts a forbidden field in a second milestone': overlook((index) => index > 0),
  'MILESTONE-3 accepts empty paymentMethods': overlook((_, value) => Array.isArray(value) && value.length === 0),
  'MILESTONE-2 has a feePercentage but no fee': implied(changeField('addMilestones', 'data.milestones.*.fee', () => 0)),
  'MILESTONE-2 has a fee that does not match feePercentage': implied(
    changeField('addMilestones', 'data.milestones.*.fee', (fee) => fee * 2),
  ),
  'PARTY-4a takes a CUSTOMER who pays the PROVIDER alone': implied(
    changeParties((parties) =>
      paidIn(parties) === sum(parties.filter(({ role }) => role === 'PROVIDER')) ? balanced(parties) : parties,
    ),
  ),
  'PARTY-0 takes any parties': assumed(takeAnyParties),
  'PARTY-0 does not find a milestone by its id as a key': alsoBlaming(
    ['PARTY-4', 'PARTY-4a'],
    changeBody('addParties', ({ mileStonesParties }) => ({
      mileStonesParties: { unknown: Object.values(mileStonesParties)[0] ?? [] },
    })),
  ),
  'PARTY-1a takes a BROKER with the wrong flags': implied(ignoreViolationsOf('PARTY-1a')),
  'PARTY-2a takes a CUSTOMER with the wrong flags': implied(ignoreViolationsOf('PARTY-2a')),
  'PARTY-4a does not compare the totals': implied(changeParties(balanced)),
  'PARTY-4 compares the totals as floating-point numbers': assumed(
    wrapHandler('addParties', (shipped, call) => {
      if (Object.values(call.body.mileStonesParties).every((parties) => paidIn(parties) === paidOut(parties)))
        return shipped(call);
      throw new Refusal('rule_violation', { rule: 'PARTY-4a', message: 'The totals differ.' });
    }),
  ),
  'PARTY-4a compares the totals of all milestones together': implied(
    changeBody('addParties', (body) => {
      const all = Object.values(body.mileStonesParties).flat();
      const isEqual = paidIn(all) === paidOut(all);
      return isEqual ? { mileStonesParties: mapParties(body.mileStonesParties, balanced) } : body;
    }),
  ),
  'PARTY-4a takes totals that differ by a halala': implied(
    changeParties((parties) =>
      Math.abs(paidIn(balanced(parties)) - paidIn(parties)) < 1.5 * halala ? balanced(parties) : parties,
    ),
  ),
  'STATE-1 lets a milestone start as WAITING_FOR_PAYMENT': changeField(
    'addMilestones',
    'data.milestones.*.status',
    () => 'WAITING_FOR_PAYMENT',
  ),
  'STATE-1 lets a parent start as SUBMITTED': changeField('createContract', 'data.status', () => 'SUBMITTED'),
  'STATE-2 leaves a milestone with parties CREATED until it is published': alsoBlaming(
    ['PAY-1'],
    wrapHandler('addParties', (shipped, call) => {
      const result = shipped(call);
      call.store.update('milestones', { tenantId: call.tenant.id }, { state: 'CREATED' });
      return result;
    }),
  ),
  'ERR-1 answers a body of another media type with 500': {
    ...assumed(changeAnswer('any', 415, { status: 500 })),
    answers500: true,
  },
  'ERR-1 answers parties that it refuses with 500': {
    ...assumed(changeAnswer('addParties', 400, { status: 500 })),
    answers500: true,
  },
};
