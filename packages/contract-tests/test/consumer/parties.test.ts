import { expect } from 'vitest';
import { given, placeValue } from './interaction/given.ts';
import { interaction, refusal } from './interaction/interaction.ts';
import { PlacedMap, type Template } from './interaction/placed-value.ts';
import { partiesOnWire } from './interaction/sample-bodies.ts';

const { customer, provider, broker } = partiesOnWire;

const partiesOf = (...parties: Template[]) => ({
  mileStonesParties: new PlacedMap([placeValue('milestoneId'), parties]),
});

interaction('PARTY-0 the parties of a milestone are added by its id', 'addParties', {
  rules: ['PARTY-1', 'PARTY-2', 'PARTY-3'],
  act: async ({ escrow, example }) => {
    const added = await escrow.contracts.addParties(example.contractId, {
      [example.milestoneId]: [
        { role: 'CUSTOMER', phoneNumber: example.buyerPhone, amount: 1000 },
        { role: 'PROVIDER', phoneNumber: example.sellerPhone, amount: 950 },
        { role: 'BROKER', phoneNumber: example.brokerPhone, amount: 50 },
      ],
    });

    expect(added).toBeUndefined();
  },
});

interaction('PARTY-0 the parties of two milestones are added by one call', 'addParties', {
  given: given('two milestones without parties', { itemPrice: 1000 }),
  request: (value) => ({
    body: {
      mileStonesParties: new PlacedMap(
        [value('milestoneId'), [customer, provider, broker]],
        [value('otherMilestoneId'), [customer, provider, broker]],
      ),
    },
  }),
});

refusal('PARTY-0 a party that stands alone instead of in a list is refused', 'addParties', {
  by: 'PARTY-0c',
  // It can mean only a list of one.
  basis: 'assumed',
  body: { mileStonesParties: new PlacedMap([placeValue('milestoneId'), customer]) },
});
refusal('PARTY-0 a party with another role is refused', 'addParties', {
  by: 'PARTY-0c',
  // The service may have more roles than it shows.
  basis: 'assumed',
  body: partiesOf(customer, { ...provider, role: 'SELLER' }, broker),
});

for (const flag of ['arbitrator', 'isSender'] as const) {
  const [{ [flag]: ofBroker, ...flaglessBroker }, { [flag]: ofCustomer, ...flaglessCustomer }] = [broker, customer];
  refusal(`PARTY-1a a BROKER with ${flag} ${!ofBroker} is refused`, 'addParties', {
    rules: ['PARTY-1'],
    body: partiesOf(customer, provider, { ...broker, [flag]: !ofBroker }),
  });
  refusal(`PARTY-1a a BROKER without ${flag} is refused`, 'addParties', {
    rules: ['PARTY-1'],
    // The only right value may be the default, as it is for a PROVIDER.
    basis: 'assumed',
    body: partiesOf(customer, provider, flaglessBroker),
  });
  refusal(`PARTY-2a a CUSTOMER with ${flag} ${!ofCustomer} is refused`, 'addParties', {
    rules: ['PARTY-2'],
    body: partiesOf({ ...customer, [flag]: !ofCustomer }, provider, broker),
  });
  refusal(`PARTY-2a a CUSTOMER without ${flag} is refused`, 'addParties', {
    rules: ['PARTY-2'],
    // The only right value may be the default, as it is for a PROVIDER.
    basis: 'assumed',
    body: partiesOf(flaglessCustomer, provider, broker),
  });
}

for (const isSender of [true, false]) {
  refusal(`PARTY-3 a PROVIDER with isSender ${isSender} is refused`, 'addParties', {
    body: partiesOf(customer, { ...provider, isSender }, broker),
  });
}

// As floats, 100.1 and 200.2 are less than 300.3.
interaction('PARTY-4 a CUSTOMER of 300.3 pays a PROVIDER of 200.2 and a BROKER of 100.1', 'addParties', {
  given: given('a milestone without parties', { itemPrice: 300.3 }),
  by: 'MILESTONE-4a',
  request: () => ({
    body: partiesOf({ ...customer, amount: 300.3 }, { ...provider, amount: 200.2 }, { ...broker, amount: 100.1 }),
  }),
});

for (const [problem, amount] of [
  ['a halala more', 1000.01],
  ['a halala less', 999.99],
] as const) {
  refusal(`PARTY-4a a CUSTOMER of ${problem} than the others get is refused`, 'addParties', {
    rules: ['PARTY-4'],
    body: partiesOf({ ...customer, amount }, provider, broker),
  });
}

refusal('PARTY-4a a CUSTOMER who pays the PROVIDER, and nothing of what the BROKER gets, is refused', 'addParties', {
  rules: ['PARTY-4'],
  body: partiesOf(customer, { ...provider, amount: 1000 }, broker),
});

// Over both milestones the totals are equal.
interaction(
  'PARTY-4a a CUSTOMER who pays too much on one milestone and too little on another is refused',
  'addParties',
  {
    rules: ['PARTY-4'],
    given: given('two milestones without parties', { itemPrice: 1000 }),
    request: (value) => ({
      body: {
        mileStonesParties: new PlacedMap(
          [value('milestoneId'), [{ ...customer, amount: 1001 }, provider, broker]],
          [value('otherMilestoneId'), [{ ...customer, amount: 999 }, provider, broker]],
        ),
      },
    }),
    status: 400,
    isUnchecked: true,
  },
);

interaction('AUTH-5 parties of a milestone that belongs to another client are refused', 'addParties', {
  given: given('a milestone of another client, without parties', { itemPrice: 1000 }),
  by: 'AUTH-5a',
  status: 404,
});
