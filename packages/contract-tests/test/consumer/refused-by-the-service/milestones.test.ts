import { expect, test } from 'vitest';
import { anyRefusal, bearer, createUncheckedClient, exampleOf, examples, pact, path, text, value } from '../pact.ts';
import { milestoneOnWire } from '../requests.ts';

const admin = bearer('clientAdminToken');
const { contractId } = examples;

/** Milestones that are refused, of a parent in this state. */
const refuse = (
  description: string,
  milestones: object[],
  {
    state = 'a parent contract',
    status = 400,
  }: { state?: 'a parent contract' | 'a parent contract of another client'; status?: number } = {},
) =>
  pact
    .addInteraction()
    .given(state)
    .uponReceiving(description)
    .withRequest('PATCH', path`/api/external/contracts/${'contractId'}/milestones`, (request) =>
      request.headers(admin).jsonBody({ milestones }),
    )
    .willRespondWith(anyRefusal(status))
    .executeTest(async (mock) => {
      const sent = exampleOf(milestones) as never;

      const refused = createUncheckedClient(mock).contracts.addMilestones(contractId, sent);

      await expect(refused).rejects.toMatchObject({ status });
    });

test.for([
  ['type COMPLEX_CONTRACT', { type: 'COMPLEX_CONTRACT' }],
  ['senderRole PROVIDER', { senderRole: 'PROVIDER' }],
  ['an itemPrice in quotes', { itemPrice: '1000' }],
  ['an itemPrice null', { itemPrice: null }],
  ['a deadLine that is not in UTC', { deadLine: text`${'deadLineDay'}T00:00:00+03:00` }],
  ['a deadLine without a time', { deadLine: value('deadLineDay') }],
] as const)('a milestone with %s', ([problem, fields]) =>
  refuse(`MILESTONE-1c a milestone with ${problem} is refused`, [{ ...milestoneOnWire, ...fields }]),
);

test('a second milestone of another sender', () =>
  refuse('MILESTONE-1c a second milestone with senderRole PROVIDER is refused', [
    milestoneOnWire,
    { ...milestoneOnWire, senderRole: 'PROVIDER' },
  ]));

const forbidden = [
  { paymentMethods: ['MANUAL_BANK_TRANSFER'] },
  { paymentMethods: [] },
  { paymentMethods: null },
  { isDeliverable: true },
  { isDeliverable: false },
  { isDeliverable: null },
  { isInspectable: true },
  { isInspectable: false },
  { isInspectable: null },
];

test.for(forbidden)('a milestone with %j', (field) => {
  const [[name, value] = []] = Object.entries(field);
  return refuse(`MILESTONE-3 a milestone with ${name} ${JSON.stringify(value)} is refused`, [
    { ...milestoneOnWire, ...field },
  ]);
});

test('a forbidden field of a second milestone', () =>
  refuse('MILESTONE-3 a second milestone with isDeliverable true is refused', [
    milestoneOnWire,
    { ...milestoneOnWire, isDeliverable: true },
  ]));

test('a milestone of a contract of another client', () =>
  refuse('AUTH-5a a milestone of a contract that belongs to another client is refused', [milestoneOnWire], {
    state: 'a parent contract of another client',
    status: 404,
  }));
