import type { Call } from '@escrow-kit/sandbox/testing';
import {
  accept,
  answerRefused,
  changeAnswer,
  changeBody,
  changeField,
  changeResult,
  type Fault,
  type Faults,
  refuse,
  rename,
} from './faults.ts';

type PartyLists = Call<'addParties'>['body']['mileStonesParties'];
type Parties = PartyLists[string];

const listsOf = ({ mileStonesParties }: Call<'addParties'>['body']): Parties[] => Object.values(mileStonesParties);

const sum = (parties: Parties): number => parties.reduce((total, { amount }) => total + amount, 0);
const paidIn = (parties: Parties): number => sum(parties.filter(({ role }) => role === 'CUSTOMER'));
const paidOut = (parties: Parties): number => sum(parties.filter(({ role }) => role !== 'CUSTOMER'));

/** Does not see that the sums of these parties differ: makes the CUSTOMER pay what the others get. */
const overlookSums = (isOverlooked: (parties: Parties, index: number, all: Parties[]) => boolean): Fault =>
  changeBody('addParties', (body) => {
    const change = (parties: Parties, index: number): Parties => {
      if (!isOverlooked(parties, index, listsOf(body))) return parties;
      const amount = Math.round(paidOut(parties) * 100) / 100;
      return parties.map((party) => (party.role === 'CUSTOMER' ? { ...party, amount } : party));
    };
    const lists = Object.entries(body.mileStonesParties).map(([id, parties], index) => [id, change(parties, index)]);
    return { mileStonesParties: Object.fromEntries(lists) };
  });

const halala = 0.01;

/** A field of the parties of a role, of each milestone. */
const flagsOf = (body: Call<'addParties'>['body'], role: string, field: string): unknown[][] =>
  listsOf(body).map((parties) =>
    parties.filter((party) => party.role === role).map((party) => (party as Record<string, unknown>)[field]),
  );

/** Accepts a wrong flag of a role on every milestone but the first. */
const acceptOnSecond = (rule: string, role: string, field: string, right: unknown): Fault =>
  accept(rule, (body) => flagsOf(body, role, field)[0]?.every((value) => value === right) ?? false);

const acceptForbidden = (isAccepted: (values: unknown[], index: number) => boolean): Fault =>
  accept('MILESTONE-3', ({ milestones }) =>
    milestones.every(({ paymentMethods, isDeliverable, isInspectable }: Record<string, unknown>, index: number) =>
      isAccepted(
        [paymentMethods, isDeliverable, isInspectable].filter((value) => value !== undefined),
        index,
      ),
    ),
  );

/** Sandboxes that are wrong about contracts, milestones and parties. */
export const wrongAboutContracts: Faults = {
  'CONTRACT-1 refuses the price 0 of a parent': refuse('createContract', ({ body }) => body.itemPrice === 0),
  'CONTRACT-1c takes a parent of any type, role and price': accept('CONTRACT-1c'),
  'CONTRACT-2 calls the id of a parent contractId': changeField('createContract', 'data', (data) =>
    rename(data, 'id', 'contractId'),
  ),
  'CONTRACT-2 gives a parent an empty id': changeField('createContract', 'data.id', () => ''),
  'CONTRACT-2 leaves out senderRole': changeField('createContract', 'data.senderRole'),
  'CONTRACT-2 does not wrap a parent in data': changeResult('createContract', ({ data }) => data),

  'MILESTONE-1 refuses a deadLine with milliseconds': refuse('addMilestones', ({ body }) =>
    body.milestones.some(({ deadLine }) => deadLine.includes('.')),
  ),
  'MILESTONE-1c takes any milestone': accept('MILESTONE-1c'),
  'MILESTONE-1c takes a deadLine without a time': accept('MILESTONE-1c', ({ milestones }) =>
    /^[\d-]{10}$/.test(milestones[0].deadLine),
  ),
  'MILESTONE-1c takes any second of two milestones': accept('MILESTONE-1c', ({ milestones }) => milestones.length > 1),
  'MILESTONE-2 writes the fee as text': changeField('addMilestones', 'data.milestones.*.fee', String),
  'MILESTONE-2 has null for a fee': changeField('addMilestones', 'data.milestones.*.fee', () => null),
  'MILESTONE-2 leaves out feePercentage': changeField('addMilestones', 'data.milestones.*.feePercentage'),
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
  'MILESTONE-2 names another parent for the milestones': changeField(
    'addMilestones',
    'data.parentContractId',
    () => 'another',
  ),
  'MILESTONE-2 leaves out the parent of the milestones': changeField('addMilestones', 'data.parentContractId'),
  'MILESTONE-2 answers with the first of two milestones alone': changeField('addMilestones', 'data.milestones', (all) =>
    all.slice(0, 1),
  ),
  'MILESTONE-2 has the price of the first of two milestones in both': changeField(
    'addMilestones',
    'data.milestones',
    (all) => all.map((one: object) => ({ ...one, itemPrice: all[0].itemPrice })),
  ),
  'MILESTONE-2 has no id in the second of two milestones': changeField('addMilestones', 'data.milestones', (all) =>
    all.map((one: object, index: number) => (index === 0 ? one : { ...one, id: undefined })),
  ),
  'MILESTONE-2 gives two milestones one id': changeField('addMilestones', 'data.milestones', (all) =>
    all.map((one: object) => ({ ...one, id: all[0].id })),
  ),
  'MILESTONE-2a has a feePercentage but no fee': changeField('addMilestones', 'data.milestones.*.fee', () => 0),
  'MILESTONE-2a has a fee that does not match feePercentage': changeField(
    'addMilestones',
    'data.milestones.*.fee',
    (fee) => fee * 2,
  ),
  'MILESTONE-2a has the fee of the first of two milestones in both': changeField(
    'addMilestones',
    'data.milestones',
    (all) => all.map((one: object) => ({ ...one, fee: all[0].fee })),
  ),
  'MILESTONE-3 takes paymentMethods, isDeliverable and isInspectable': accept('MILESTONE-3'),
  'MILESTONE-3 takes them as null': acceptForbidden((values) => values.every((value) => value === null)),
  'MILESTONE-3 takes them as false': acceptForbidden((values) => values.every((value) => value === false)),
  'MILESTONE-3 takes them in a second milestone': acceptForbidden((values, index) => values.length === 0 || index > 0),
  'MILESTONE-3 takes empty paymentMethods': acceptForbidden((values) =>
    values.every((value) => Array.isArray(value) && value.length === 0),
  ),
  'MILESTONE-4a drops the decimals of an itemPrice': changeField(
    'addMilestones',
    'data.milestones.*.itemPrice',
    Math.floor,
  ),
  'MILESTONE-4a adds amounts up as floating-point numbers': refuse('addParties', ({ body }) =>
    listsOf(body).some((parties) => paidIn(parties) !== paidOut(parties)),
  ),

  'PARTY-0 does not find a milestone by its id as a key': changeBody('addParties', (body) => ({
    mileStonesParties: { unknown: listsOf(body)[0] ?? [] },
  })),
  'PARTY-0 refuses the parties of two milestones': refuse('addParties', ({ body }) => listsOf(body).length > 1),
  'PARTY-0c takes any parties': (shipped) => ({
    ...accept('PARTY-0c')(shipped),
    ...answerRefused('addParties', () => ({ data: { milestones: [] } }))(shipped),
  }),
  'PARTY-0c takes any parties of the second of two milestones': (shipped) => ({
    ...accept('PARTY-0c', (body) => listsOf(body).length > 1)(shipped),
    ...answerRefused('addParties', () => ({ data: { milestones: [] } }))(shipped),
  }),
  'PARTY-1 refuses a BROKER who is arbitrator and sender': refuse('addParties', ({ body }) =>
    flagsOf(body, 'BROKER', 'arbitrator').flat().includes(true),
  ),
  'PARTY-1a takes a BROKER with the wrong flags': accept('PARTY-1a'),
  'PARTY-1a takes one on the second of two milestones': acceptOnSecond('PARTY-1a', 'BROKER', 'isSender', true),
  'PARTY-2 refuses a CUSTOMER who is sender and not arbitrator': refuse('addParties', ({ body }) =>
    flagsOf(body, 'CUSTOMER', 'isSender').flat().includes(true),
  ),
  'PARTY-2a takes a CUSTOMER with the wrong flags': accept('PARTY-2a'),
  'PARTY-2a takes one on the second of two milestones': acceptOnSecond('PARTY-2a', 'CUSTOMER', 'arbitrator', false),
  'PARTY-3 takes a PROVIDER with isSender': accept('PARTY-3'),
  'PARTY-3 takes isSender as null': accept('PARTY-3', (body) =>
    flagsOf(body, 'PROVIDER', 'isSender')
      .flat()
      .every((isSender) => isSender === null),
  ),
  'PARTY-3 takes isSender false, which is the default': accept('PARTY-3', (body) =>
    flagsOf(body, 'PROVIDER', 'isSender')
      .flat()
      .every((isSender) => isSender === false),
  ),
  'PARTY-3 takes isSender on the second of two milestones': acceptOnSecond(
    'PARTY-3',
    'PROVIDER',
    'isSender',
    undefined,
  ),
  'PARTY-3 takes isSender of the second of two PROVIDERs': accept('PARTY-3', (body) =>
    flagsOf(body, 'PROVIDER', 'isSender').every(([first]) => first === undefined),
  ),
  'PARTY-3 wants isSender of a PROVIDER': refuse('addParties', ({ body }) =>
    flagsOf(body, 'PROVIDER', 'isSender').flat().includes(undefined),
  ),
  'PARTY-4 compares the CUSTOMER with the PROVIDER alone': refuse('addParties', ({ body }) =>
    listsOf(body).some((parties) => paidIn(parties) !== sum(parties.filter(({ role }) => role === 'PROVIDER'))),
  ),
  'PARTY-4a does not compare the sums': overlookSums(() => true),
  'PARTY-4a takes a CUSTOMER who pays the PROVIDER alone': overlookSums(
    (parties) => paidIn(parties) === sum(parties.filter(({ role }) => role === 'PROVIDER')),
  ),
  'PARTY-4a compares the sums of all milestones together': overlookSums(
    (_parties, _index, all) => paidIn(all.flat()) === paidOut(all.flat()),
  ),
  'PARTY-4a compares the sums of the first milestone alone': overlookSums((_, index) => index > 0),
  'PARTY-4a takes sums that differ by a halala': overlookSums(
    (parties) => Math.abs(paidIn(parties) - paidOut(parties)) < 1.5 * halala,
  ),

  'ERR-1 answers parties that it refuses with 500': changeAnswer('addParties', 400, { status: 500 }),
  'ERR-1c takes a body of another media type': changeAnswer('any', 415, { status: 200 }),
};
