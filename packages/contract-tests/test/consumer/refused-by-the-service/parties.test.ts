import { expect, test } from 'vitest';
import { anyRefusal, bearer, examples, pact, partiesOf, path, send } from '../pact.ts';
import { broker, customer, provider } from '../requests.ts';

const admin = bearer('clientAdminToken');

type State =
  | 'a milestone without parties'
  | 'two milestones without parties'
  | 'a milestone of another client, without parties';

/** Parties that are refused. They are sent plainly, because the client fills in missing flags. */
function refuse(
  description: string,
  lists: Parameters<typeof partiesOf>[0],
  { state = 'a milestone without parties', status = 400 }: { state?: State; status?: number } = {},
) {
  const { parameter, body, example } = partiesOf(lists);
  return pact
    .addInteraction()
    .given(state, { itemPrice: 1000, ...parameter })
    .uponReceiving(description)
    .withRequest('PATCH', path`/api/external/contracts/${'contractId'}/parties`, (request) =>
      request.headers(admin).jsonBody(body),
    )
    .willRespondWith(anyRefusal(status))
    .executeTest(async (mock) => {
      const response = await send(`${mock.url}/api/external/contracts/${examples.contractId}/parties`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${examples.clientAdminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ mileStonesParties: example }),
      });

      expect(response.status).toBe(status);
    });
}

type Fields = { amount?: unknown; arbitrator?: unknown; isSender?: unknown; role?: string };

/** The parties of a milestone with other fields. One that is undefined is left out. */
const partiesWith = (changes: { CUSTOMER?: Fields; PROVIDER?: Fields; BROKER?: Fields }) =>
  [customer, provider, broker].map((party) => {
    const fields = { ...party, ...changes[party.role as keyof typeof changes] };
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  });

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
  ['PARTY-4a a CUSTOMER of a halala more than the others get is refused', { CUSTOMER: { amount: 1000.01 } }],
  ['PARTY-4a a CUSTOMER of a halala less than the others get is refused', { CUSTOMER: { amount: 999.99 } }],
  [
    'PARTY-4a a CUSTOMER who pays the PROVIDER, and nothing of what the BROKER gets, is refused',
    { PROVIDER: { amount: 1000 } },
  ],
] as const)('%s', ([description, changes]) => refuse(description, { milestoneId: partiesWith(changes) }));

test.for([
  ['PARTY-0c a party with another role on the second of two milestones is refused', { PROVIDER: { role: 'SELLER' } }],
  ['PARTY-1a a BROKER with isSender false on the second of two milestones is refused', { BROKER: { isSender: false } }],
  [
    'PARTY-2a a CUSTOMER with arbitrator true on the second of two milestones is refused',
    { CUSTOMER: { arbitrator: true } },
  ],
  [
    'PARTY-3 a PROVIDER with isSender true on the second of two milestones is refused',
    { PROVIDER: { isSender: true } },
  ],
  ['PARTY-4a a CUSTOMER who pays too much on the second of two milestones is refused', { CUSTOMER: { amount: 1001 } }],
] as const)('%s', ([description, changes]) =>
  refuse(
    description,
    { milestoneId: partiesWith({}), otherMilestoneId: partiesWith(changes) },
    { state: 'two milestones without parties' },
  ),
);

// Over both milestones the totals are equal.
test('totals that are equal only over both milestones', () =>
  refuse(
    'PARTY-4a a CUSTOMER who pays too much on one milestone and too little on another is refused',
    {
      milestoneId: partiesWith({ CUSTOMER: { amount: 1001 } }),
      otherMilestoneId: partiesWith({ CUSTOMER: { amount: 999 } }),
    },
    { state: 'two milestones without parties' },
  ));

test('a second PROVIDER with isSender', () =>
  refuse('PARTY-3 a second PROVIDER with isSender true on one milestone is refused', {
    milestoneId: [
      ...partiesWith({ PROVIDER: { amount: 900 } }),
      { ...provider, phoneNumber: broker.phoneNumber, amount: 50, isSender: true },
    ],
  }));

test('a party without a list', () =>
  refuse('PARTY-0c a party that stands alone instead of in a list is refused', { milestoneId: customer }));

test('parties of a milestone of another client', () =>
  refuse(
    'AUTH-5a parties of a milestone that belongs to another client are refused',
    { milestoneId: partiesWith({}) },
    { state: 'a milestone of another client, without parties', status: 404 },
  ));
