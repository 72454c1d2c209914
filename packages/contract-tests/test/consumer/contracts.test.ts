import { MatchersV3 } from '@pact-foundation/pact';
import { describe, test } from 'vitest';
import { anyObject, anyRefusal, type Exchange, expectCall, expectRefused } from './interaction.ts';
import {
  broker,
  customer,
  milestone,
  milestoneOnWire,
  onOneMilestone,
  parent,
  parentOnWire,
  provider,
} from './requests.ts';
import {
  exampleOf,
  examples,
  filledText,
  numberLike,
  partiesOf,
  sameNumber,
  text,
  value,
  valueInAnswer,
} from './values.ts';

const { contractId, milestoneId, otherMilestoneId, buyerPhone, sellerPhone, brokerPhone } = examples;

describe('a parent contract', () => {
  const create = { operation: 'createContract', state: 'an organization', body: parentOnWire } as const;
  const described = { id: filledText('contract-example-1'), type: 'COMPLEX_CONTRACT', senderRole: 'BROKER' };

  test.for([
    { description: 'CONTRACT-1 a parent contract is created, with the fixed values', answer: anyObject },
    { description: 'AUTH-3 a parent contract is created with the client admin token', answer: anyObject },
    { description: 'STATE-1 a parent contract starts CREATED', answer: { data: { status: 'CREATED' } } },
  ])('$description', (exchange) => expectCall({ ...create, written: parent, ...exchange }));

  test('the result describes it', () =>
    expectCall({
      ...create,
      description: 'CONTRACT-2 the result has id, type and senderRole under data',
      answer: { data: described },
      call: ({ contracts }) => contracts.create(parent),
      result: exampleOf(described),
    }));

  test.for([
    { type: 'MILESTONE_CONTRACT' },
    { senderRole: 'PROVIDER' },
    { itemPrice: 1 },
    { serviceTermsAccepted: false },
    { isParent: false },
    { currency: null },
  ])('%j is refused', (field) =>
    expectRefused({
      ...create,
      description: `CONTRACT-1c a parent contract with ${Object.entries(field).flat().map(String).join(' ')} is refused`,
      body: { ...parentOnWire, ...field },
    }),
  );

  // The text has the fields of a parent contract, so that only the media type can be the reason.
  test('a body of another media type is refused', () =>
    expectRefused({
      ...create,
      description: 'ERR-1c a body of another media type is refused',
      contentType: 'text/plain',
      body: JSON.stringify(parentOnWire),
      status: anyRefusal(415),
    }));
});

describe('milestones', () => {
  const { number, eachLike, equal } = MatchersV3;
  const add = { operation: 'addMilestones', state: 'a parent contract' } as const;

  /** A fraction between 0 and 1; a percentage such as 4 is wrong. */
  const fraction = numberLike('^(0(\\.\\d+)?|1(\\.0+)?)$', 0.04);
  const added = (itemPrice: unknown) => ({
    id: filledText('milestone-example-1'),
    itemPrice,
    fee: number(40),
    feePercentage: fraction,
  });

  test.for([
    { description: 'MILESTONE-1 a milestone is added, with the fixed values', answer: anyObject },
    {
      description: 'MILESTONE-1 a deadLine with milliseconds is accepted',
      fields: { deadLine: text`${'deadLineDay'}T00:00:00.000Z` },
      answer: anyObject,
    },
    { description: 'MILESTONE-3 a milestone without the forbidden fields is added', answer: anyObject },
    {
      description: 'MILESTONE-4a an itemPrice of 1000.55 is returned as it was sent',
      fields: { itemPrice: 1000.55 },
      answer: { data: { milestones: [{ itemPrice: sameNumber(1000.55) }] } },
    },
    { description: 'STATE-1 a milestone starts CREATED', answer: { data: { milestones: [{ status: 'CREATED' }] } } },
  ])('$description', ({ fields = {}, ...exchange }) =>
    expectCall({
      ...add,
      ...exchange,
      body: { milestones: [{ ...milestoneOnWire, ...fields }] },
      written: { milestones: [{ ...milestone, ...exampleOf(fields) }] },
    }),
  );

  test.for([
    {
      description: 'MILESTONE-2 the result has the parent, and id, itemPrice, fee and feePercentage of the milestone',
      prices: [1000],
      data: { parentContractId: valueInAnswer('contractId'), milestones: [added(sameNumber(1000))] },
    },
    // The order in which they come back is not shown: our verification looks for both prices, and for two ids.
    {
      description: 'MILESTONE-2 two milestones are added by one call',
      prices: [1000, 250],
      data: { milestones: eachLike(added(number(1000)), 2) },
    },
    // Our verification computes it: no matcher compares two fields.
    {
      description: 'MILESTONE-2a each fee is itemPrice times feePercentage',
      prices: [1000, 250],
      data: { milestones: eachLike({ fee: number(40), feePercentage: fraction }) },
    },
    {
      description: 'STATE-1 each of two milestones starts CREATED',
      prices: [1000, 250],
      data: { milestones: eachLike({ status: equal('CREATED') }) },
    },
  ])('$description', ({ description, prices, data }) => {
    const priced = (terms: object) => prices.map((itemPrice) => ({ ...terms, itemPrice }));
    return expectCall({
      ...add,
      description,
      body: { milestones: priced(milestoneOnWire) },
      answer: { data },
      call: ({ contracts }) => contracts.addMilestones(contractId, priced(milestone) as (typeof milestone)[]),
      result: exampleOf(data),
    });
  });

  const refuse = (description: string, milestones: object[]) =>
    expectRefused({ ...add, description, body: { milestones } });

  test.for([
    ['type COMPLEX_CONTRACT', { type: 'COMPLEX_CONTRACT' }],
    ['senderRole PROVIDER', { senderRole: 'PROVIDER' }],
    ['an itemPrice in quotes', { itemPrice: '1000' }],
    ['an itemPrice null', { itemPrice: null }],
    ['a deadLine that is not in UTC', { deadLine: text`${'deadLineDay'}T00:00:00+03:00` }],
    ['a deadLine without a time', { deadLine: value('deadLineDay') }],
  ] as const)('a milestone with %s is refused', ([problem, fields]) =>
    refuse(`MILESTONE-1c a milestone with ${problem} is refused`, [{ ...milestoneOnWire, ...fields }]),
  );

  test.for([
    ['paymentMethods', ['MANUAL_BANK_TRANSFER']],
    ['paymentMethods', []],
    ['paymentMethods', null],
    ['isDeliverable', true],
    ['isDeliverable', false],
    ['isDeliverable', null],
    ['isInspectable', true],
    ['isInspectable', false],
    ['isInspectable', null],
  ] as const)('a milestone with %s %j is refused', ([name, forbidden]) =>
    refuse(`MILESTONE-3 a milestone with ${name} ${JSON.stringify(forbidden)} is refused`, [
      { ...milestoneOnWire, [name]: forbidden },
    ]),
  );

  test.for([
    ['MILESTONE-1c a second milestone with senderRole PROVIDER is refused', { senderRole: 'PROVIDER' }],
    ['MILESTONE-3 a second milestone with isDeliverable true is refused', { isDeliverable: true }],
  ] as const)('%s', ([description, fields]) =>
    refuse(description, [milestoneOnWire, { ...milestoneOnWire, ...fields }]),
  );

  test('a milestone of another client', () =>
    expectRefused({
      ...add,
      description: 'AUTH-5a a milestone of a contract that belongs to another client is refused',
      state: 'a parent contract of another client',
      body: { milestones: [milestoneOnWire] },
      status: anyRefusal(404),
    }));
});

describe('parties', () => {
  const addToOne = { operation: 'addParties', state: 'a milestone without parties', ...onOneMilestone } as const;
  const addToTwo = { ...addToOne, state: 'two milestones without parties' } as const;

  /** The parties as a user of the client writes them: it fills in the flags. */
  const shares = (toProvider: number, toBroker: number, paid = toProvider + toBroker) => [
    { role: 'CUSTOMER' as const, phoneNumber: buyerPhone, amount: paid },
    { role: 'PROVIDER' as const, phoneNumber: sellerPhone, amount: toProvider },
    { role: 'BROKER' as const, phoneNumber: brokerPhone, amount: toBroker },
  ];
  const toOne = { [milestoneId]: shares(950, 50) };

  test.for([
    // One request follows five rules, each of which has a check of its own. Its refusals, below, break one of them each.
    { description: 'PARTY-0 the parties of a milestone are added by its id', ...addToOne, parties: toOne },
    { description: 'PARTY-1 a BROKER who is arbitrator and sender is accepted', ...addToOne, parties: toOne },
    { description: 'PARTY-2 a CUSTOMER who is sender and not arbitrator is accepted', ...addToOne, parties: toOne },
    { description: 'PARTY-3 a PROVIDER without isSender is accepted', ...addToOne, parties: toOne },
    {
      description: 'PARTY-4 a CUSTOMER amount that equals PROVIDER plus BROKER is accepted',
      ...addToOne,
      parties: toOne,
    },
    {
      description: 'PARTY-0 the parties of two milestones are added by one call',
      ...addToTwo,
      ...partiesOf({ milestoneId: [customer, provider, broker], otherMilestoneId: [customer, provider, broker] }),
      parties: { ...toOne, [otherMilestoneId]: shares(950, 50) },
    },
    // As floats, 100.1 and 200.2 are less than 300.3.
    {
      description: 'MILESTONE-4a a CUSTOMER of 300.3 pays a PROVIDER of 200.2 and a BROKER of 100.1',
      ...addToOne,
      ...partiesOf(
        {
          milestoneId: [
            { ...customer, amount: 300.3 },
            { ...provider, amount: 200.2 },
            { ...broker, amount: 100.1 },
          ],
        },
        300.3,
      ),
      parties: { [milestoneId]: shares(200.2, 100.1, 300.3) },
    },
  ])('$description', ({ parties, ...exchange }) =>
    expectCall({ ...exchange, call: ({ contracts }) => contracts.addParties(contractId, parties) }),
  );

  type Fields = { amount?: unknown; arbitrator?: unknown; isSender?: unknown; role?: string };

  /** The parties of a milestone with other fields. One that is undefined is left out. */
  const partiesWith = (changes: { CUSTOMER?: Fields; PROVIDER?: Fields; BROKER?: Fields } = {}) =>
    [customer, provider, broker].map((party) => {
      const fields = { ...party, ...changes[party.role as keyof typeof changes] };
      return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
    });

  const refuse = (
    description: string,
    lists: Parameters<typeof partiesOf>[0],
    state: Pick<Exchange, 'state' | 'status'> = addToOne,
  ) => expectRefused({ ...addToOne, ...state, ...partiesOf(lists), description });

  test.for([
    ['PARTY-0c a party with another role is refused', { PROVIDER: { role: 'SELLER' } }],
    ['PARTY-0c a party with an amount in quotes is refused', { PROVIDER: { amount: '950' } }],
    ['PARTY-1a a BROKER with arbitrator false is refused', { BROKER: { arbitrator: false } }],
    ['PARTY-1a a BROKER with isSender false is refused', { BROKER: { isSender: false } }],
    ['PARTY-1a a BROKER with isSender null is refused', { BROKER: { isSender: null } }],
    ['PARTY-1a a BROKER without arbitrator is refused', { BROKER: { arbitrator: undefined } }],
    ['PARTY-1a a BROKER without isSender is refused', { BROKER: { isSender: undefined } }],
    ['PARTY-2a a CUSTOMER with arbitrator true is refused', { CUSTOMER: { arbitrator: true } }],
    ['PARTY-2a a CUSTOMER with isSender false is refused', { CUSTOMER: { isSender: false } }],
    ['PARTY-2a a CUSTOMER with arbitrator null is refused', { CUSTOMER: { arbitrator: null } }],
    ['PARTY-2a a CUSTOMER without arbitrator is refused', { CUSTOMER: { arbitrator: undefined } }],
    ['PARTY-2a a CUSTOMER without isSender is refused', { CUSTOMER: { isSender: undefined } }],
    ['PARTY-3 a PROVIDER with isSender true is refused', { PROVIDER: { isSender: true } }],
    ['PARTY-3 a PROVIDER with isSender false is refused', { PROVIDER: { isSender: false } }],
    ['PARTY-3 a PROVIDER with isSender null is refused', { PROVIDER: { isSender: null } }],
    ['PARTY-4a a CUSTOMER amount that is a halala too high is refused', { CUSTOMER: { amount: 1000.01 } }],
    ['PARTY-4a a CUSTOMER amount that is a halala too low is refused', { CUSTOMER: { amount: 999.99 } }],
    ['PARTY-4a a CUSTOMER amount without the BROKER amount is refused', { PROVIDER: { amount: 1000 } }],
  ] as const)('%s', ([description, changes]) => refuse(description, { milestoneId: partiesWith(changes) }));

  test.for([
    ['PARTY-0c a party with another role on', { PROVIDER: { role: 'SELLER' } }],
    ['PARTY-1a a BROKER with isSender false on', { BROKER: { isSender: false } }],
    ['PARTY-2a a CUSTOMER with arbitrator true on', { CUSTOMER: { arbitrator: true } }],
    ['PARTY-3 a PROVIDER with isSender true on', { PROVIDER: { isSender: true } }],
    ['PARTY-4a a CUSTOMER who pays too much on', { CUSTOMER: { amount: 1001 } }],
  ] as const)('%s the second of two milestones', ([problem, changes]) =>
    refuse(
      `${problem} the second of two milestones is refused`,
      { milestoneId: partiesWith(), otherMilestoneId: partiesWith(changes) },
      addToTwo,
    ),
  );

  test('totals that are equal only over both milestones', () =>
    refuse(
      'PARTY-4a a CUSTOMER who pays too much on one milestone and too little on another is refused',
      {
        milestoneId: partiesWith({ CUSTOMER: { amount: 1001 } }),
        otherMilestoneId: partiesWith({ CUSTOMER: { amount: 999 } }),
      },
      addToTwo,
    ));

  test('a second PROVIDER with isSender', () =>
    refuse('PARTY-3 a second PROVIDER with isSender true on one milestone is refused', {
      milestoneId: [
        ...partiesWith({ PROVIDER: { amount: 900 } }),
        { ...provider, phoneNumber: broker.phoneNumber, amount: 50, isSender: true },
      ],
    }));

  test('a party without a list', () => refuse('PARTY-0c a party outside a list is refused', { milestoneId: customer }));

  test('parties of a milestone of another client', () =>
    refuse(
      'AUTH-5a parties of a milestone that belongs to another client are refused',
      { milestoneId: partiesWith() },
      { state: 'a milestone of another client, without parties', status: anyRefusal(404) },
    ));
});
