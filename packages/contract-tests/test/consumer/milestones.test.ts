import { MatchersV3 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import {
  anyObject,
  anySuccess,
  bearer,
  createClient,
  exampleOf,
  examples,
  filledText,
  numberLike,
  pact,
  path,
  sameNumber,
  text,
  value,
} from './pact.ts';
import { milestone, milestoneOnWire } from './requests.ts';

const admin = bearer('clientAdminToken');
const { number, eachLike, equal } = MatchersV3;

const milestones = path`/api/external/contracts/${'contractId'}/milestones`;
const { contractId } = examples;

/** A fraction between 0 and 1; a percentage such as 4 is wrong. */
const fraction = numberLike('^(0(\\.\\d+)?|1(\\.0+)?)$', 0.04);

const added = (itemPrice: unknown) => ({
  id: filledText('milestone-example-1'),
  itemPrice,
  fee: number(40),
  feePercentage: fraction,
});

test.for([
  { description: 'MILESTONE-1 a milestone is added, with what the service fixes', answer: anyObject },
  {
    description: 'MILESTONE-1 a deadLine as toISOString() writes it, with milliseconds, is accepted',
    fields: { deadLine: text`${'deadLineDay'}T00:00:00.000Z` },
    answer: anyObject,
  },
  { description: 'MILESTONE-3 a milestone without the forbidden fields is added', answer: anyObject },
  {
    description: 'MILESTONE-4a an itemPrice of 1000.55 comes back as it was sent',
    fields: { itemPrice: 1000.55 },
    answer: { data: { milestones: [{ itemPrice: sameNumber(1000.55) }] } },
  },
  {
    description: 'STATE-1 a milestone starts CREATED',
    answer: { data: { milestones: [{ status: 'CREATED' }] } },
  },
])('$description', ({ description, fields, answer }) =>
  pact
    .addInteraction()
    .given('a parent contract')
    .uponReceiving(description)
    .withRequest('PATCH', milestones, (request) =>
      request.headers(admin).jsonBody({ milestones: [{ ...milestoneOnWire, ...fields }] }),
    )
    .willRespondWith(anySuccess, (response) => response.jsonBody(answer))
    .executeTest(async (mock) => {
      const body = { milestones: [{ ...milestone, ...exampleOf({ ...fields }) }] };

      const result = await createClient(mock).call('addMilestones', { path: { contractId }, body });

      expect(result).toEqual(exampleOf(answer));
    }),
);

test.for([
  {
    description: 'MILESTONE-2 the result has the parent, and id, itemPrice, fee and feePercentage of the milestone',
    prices: [1000],
    data: { parentContractId: value('contractId'), milestones: [added(sameNumber(1000))] },
  },
  // The order in which they come back is not shown: our verification looks for both prices, and for two ids.
  {
    description: 'MILESTONE-2 two milestones are added by one call',
    prices: [1000, 250],
    data: { milestones: eachLike(added(number(1000)), 2) },
  },
  // Our verification computes it: no matcher compares two fields.
  {
    description: 'MILESTONE-2a the fee is the share of the itemPrice that feePercentage says, of each milestone',
    prices: [1000, 250],
    data: { milestones: eachLike({ fee: number(40), feePercentage: fraction }) },
  },
  {
    description: 'STATE-1 each of two milestones starts CREATED',
    prices: [1000, 250],
    data: { milestones: eachLike({ status: equal('CREATED') }) },
  },
])('$description', ({ description, prices, data }) =>
  pact
    .addInteraction()
    .given('a parent contract')
    .uponReceiving(description)
    .withRequest('PATCH', milestones, (request) =>
      request.headers(admin).jsonBody({ milestones: prices.map((itemPrice) => ({ ...milestoneOnWire, itemPrice })) }),
    )
    .willRespondWith(anySuccess, (response) => response.jsonBody({ data }))
    .executeTest(async (mock) => {
      const written = prices.map((itemPrice) => ({ ...milestone, itemPrice }));

      const result = await createClient(mock).contracts.addMilestones(contractId, written);

      expect(result).toEqual(exampleOf(data));
    }),
);
