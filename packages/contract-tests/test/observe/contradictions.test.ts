import { exampleBodyOf, getOperation, type OperationId } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { callOf, type Differences, type Entry, eventOf, observeEntries } from '../support/traffic.ts';

/** What contradicts the document in one entry, such as `PARTY-3 stated request /isSender must not be sent`. */
async function contradictionsOf(entry: Entry): Promise<string[]> {
  // Another call has a token, so that a missing one says something.
  const { contradictions } = await observeEntries([callOf('getUser'), entry]);
  return contradictions.map(({ rule, basis, place, message }) => `${rule} ${basis} ${place} ${message}`);
}

const answerOf = (id: OperationId): object => {
  const [media] = Object.values(getOperation(id).responses['200']?.content ?? {});
  return exampleBodyOf({ body: media }) as object;
};
const bodyOf = (id: OperationId): object => exampleBodyOf(getOperation(id)) as object;
const milestonesAnswer = (values: object) => {
  const { data } = answerOf('addMilestones') as { data: { milestones: object[] } };
  return { data: { ...data, milestones: data.milestones.map((milestone) => ({ ...milestone, ...values })) } };
};
function partiesBody(role: string, values: object) {
  const { mileStonesParties } = bodyOf('addParties') as { mileStonesParties: Record<string, { role: string }[]> };
  const changed = Object.entries(mileStonesParties).map(([id, parties]) => [
    id,
    parties.map((party) => (party.role === role ? { ...party, ...values } : party)),
  ]);
  return { mileStonesParties: Object.fromEntries(changed) };
}
const checkout = (path: string) => ({ data: `https://checkout.example${path}` });

const withoutPhone = { email: 'a@shop.example', name: 'A B' };
const refusal = { success: false, error: { code: 'VALIDATION_ERROR', message: 'No.', details: { field: 'phone' } } };

test('the examples of the document contradict nothing', async () => {
  const ids = ['createContract', 'addMilestones', 'addParties', 'startPayment', 'requestTicket', 'linkUser'] as const;

  const events = [eventOf(), eventOf({ contractId: 'm-1', status: 'REFUNDED', amount: 5 })];

  const { contradictions, counts } = await observeEntries([...ids.map((id) => callOf(id)), ...events]);

  expect([counts.known, contradictions]).toEqual([8, []]);
});

test.for<[id: OperationId, differences: Differences, contradiction: string]>([
  ['linkUser', { status: 201, answer: answerOf('linkUser') }, 'UAPI-1 stated answer has the status 201 instead of 200'],
  ['createContract', { answer: { data: {} } }, 'CONTRACT-2 stated answer 200 /data/id is missing'],
  [
    'addMilestones',
    { answer: milestonesAnswer({ status: 'DRAFT' }) },
    'MILESTONE-2 stated answer 200 /data/milestones/*/status must be CREATED',
  ],
  [
    'addMilestones',
    { answer: milestonesAnswer({ itemPrice: 100_000, fee: 4000 }) },
    'MILESTONE-2 stated answer 200 /data/milestones/*/itemPrice is not the amount sent',
  ],
  ['startPayment', { answer: { data: 'aB3xK9' } }, 'PAY-1 stated answer 200 /data is not a URL'],
  [
    'startPayment',
    { answer: checkout('/external/a?payment_methods=CARD&client_id=b') },
    'AUTH-5b implied answer 200 /data has a client_id that differs from the path',
  ],
  [
    'linkUser',
    { body: withoutPhone, status: 400, answer: { ...refusal, error: { ...refusal.error, details: undefined } } },
    'UAPI-4 implied answer 400 /error/details is missing',
  ],
])('an answer that the document does not have contradicts it: %s, %j', async ([id, differences, contradiction]) => {
  expect(await contradictionsOf(callOf(id, differences))).toContain(contradiction);
});

test.for<[id: OperationId, differences: Differences, contradiction: string]>([
  [
    'addParties',
    { body: partiesBody('CUSTOMER', { amount: 999 }) },
    'PARTY-4a implied request /mileStonesParties the CUSTOMER amounts differ from the sum of the BROKER and PROVIDER amounts',
  ],
  [
    'addParties',
    { body: partiesBody('PROVIDER', { isSender: false }) },
    'PARTY-3 stated request /mileStonesParties/*/*/isSender must not be sent',
  ],
  ['addAddress', { body: { addressLabel: 'HOME' } }, 'ADDR-1 stated request /countryCode is missing'],
  ['startPayment', { query: { paymentType: 'PAY_NOW' } }, 'PAY-1a assumed query redirectUrl is missing'],
  ['addAddress', { body: '{"addressLabel":' }, 'ERR-1d assumed request is malformed'],
  ['createContract', { token: undefined }, 'AUTH-1b implied header authorization is missing'],
])(
  'a request that has to be refused, and is served, contradicts the document: %s, %j',
  async ([id, differences, contradiction]) => {
    expect(await contradictionsOf(callOf(id, differences))).toEqual([contradiction]);
  },
);

test('a request that is refused contradicts nothing', async () => {
  const refused = callOf('addParties', { body: partiesBody('PROVIDER', { isSender: false }), status: 422 });

  expect(await contradictionsOf(refused)).toEqual([]);
});

test.for<[entry: Entry, contradiction: string]>([
  [eventOf({ contractId: 'm-1', status: 'PAID' }), 'HOOK-1 stated request /referenceId is missing'],
  [eventOf(undefined, 'c2lnbmF0dXJl'), 'HOOK-2 stated header service-signature must match pattern'],
])('an event that the document does not describe contradicts it: %j', async ([entry, contradiction]) => {
  expect(await contradictionsOf(entry)).toEqual([expect.stringContaining(contradiction)]);
});

test('a page, a body that was not recorded, and one that a tool took out say nothing of the service', async () => {
  const [page, unrecorded, redacted] = [callOf('getUser', { answer: '<html>' }), callOf('getUser'), callOf('getUser')];
  unrecorded.response.content = { size: 40, text: '' };
  redacted.response.content = { text: '[application/json redacted]' };

  const { contradictions, counts, notes } = await observeEntries([page, unrecorded, redacted]);

  expect([contradictions, counts.withoutBody]).toEqual([[], 2]);
  expect(notes).toEqual(['A body was not recorded in 2 of 3 exchanges.']);
});

test('a value that a tool took out contradicts nothing', async () => {
  const event = eventOf(undefined, 'REDACTED');
  const entries = [
    callOf('addAddress', { body: { addressLabel: 'HOME', countryCode: '[countryCode redacted]' } }),
    callOf('startPayment', { answer: checkout('/external/a?client_id=***&payment_methods=CARD') }),
    callOf('startPayment', { query: { redirectUrl: '[redacted]', paymentType: 'PAY_NOW' } }),
  ];

  const { contradictions } = await observeEntries([event, ...entries]);

  expect(contradictions).toEqual([]);
});

test('nothing is said about tokens of a file whose tool redacts one and leaves one out, and that once', async () => {
  const calls = ['***', undefined].map((token) => callOf('createContract', { token }));

  const { contradictions, notes } = await observeEntries(calls);

  expect(contradictions).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/^Not checked, because .* does not contain it: authorization\.$/)]);
});
