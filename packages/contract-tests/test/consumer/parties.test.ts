import { expect, test } from 'vitest';
import { anySuccess, bearer, createClient, examples, pact, partiesOf, path } from './pact.ts';
import { broker, customer, onOneMilestone, onTwoMilestones, provider } from './requests.ts';

const admin = bearer('clientAdminToken');
const parties = path`/api/external/contracts/${'contractId'}/parties`;
const { contractId, milestoneId, otherMilestoneId, buyerPhone, sellerPhone, brokerPhone } = examples;

/** The parties as a user of the client writes them: it fills in the flags. */
const shares = (toProvider: number, toBroker: number, paid = toProvider + toBroker) => [
  { role: 'CUSTOMER' as const, phoneNumber: buyerPhone, amount: paid },
  { role: 'PROVIDER' as const, phoneNumber: sellerPhone, amount: toProvider },
  { role: 'BROKER' as const, phoneNumber: brokerPhone, amount: toBroker },
];

const toOne = { [milestoneId]: shares(950, 50) };
const oneMilestone = { state: 'a milestone without parties', milestones: onOneMilestone, written: toOne } as const;

test.for([
  // One request follows five rules, each of which has a check of its own. Its refusals, which break one of them each, are in refused-by-the-service/.
  { description: 'PARTY-0 the parties of a milestone are added by its id', ...oneMilestone },
  { description: 'PARTY-1 a BROKER who is arbitrator and sender is accepted', ...oneMilestone },
  { description: 'PARTY-2 a CUSTOMER who is sender and not arbitrator is accepted', ...oneMilestone },
  { description: 'PARTY-3 a PROVIDER without isSender is accepted', ...oneMilestone },
  { description: 'PARTY-4 a CUSTOMER who pays what PROVIDER and BROKER get together is accepted', ...oneMilestone },
  {
    description: 'PARTY-0 the parties of two milestones are added by one call',
    state: 'two milestones without parties',
    milestones: onTwoMilestones,
    written: { ...toOne, [otherMilestoneId]: shares(950, 50) },
  },
  // As floats, 100.1 and 200.2 are less than 300.3.
  {
    description: 'MILESTONE-4a a CUSTOMER of 300.3 pays a PROVIDER of 200.2 and a BROKER of 100.1',
    state: 'a milestone without parties',
    itemPrice: 300.3,
    milestones: partiesOf({
      milestoneId: [
        { ...customer, amount: 300.3 },
        { ...provider, amount: 200.2 },
        { ...broker, amount: 100.1 },
      ],
    }),
    written: { [milestoneId]: shares(200.2, 100.1, 300.3) },
  },
] as const)('$description', ({ description, state, itemPrice = 1000, milestones, written }) =>
  pact
    .addInteraction()
    .given(state, { itemPrice, ...milestones.parameter })
    .uponReceiving(description)
    .withRequest('PATCH', parties, (request) => request.headers(admin).jsonBody(milestones.body))
    .willRespondWith(anySuccess)
    .executeTest(async (mock) => {
      const added = await createClient(mock).contracts.addParties(contractId, written);

      expect(added).toBeUndefined();
    }),
);
