import { exampleBodyOf, getOperation, type OperationId } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { callOf, type Differences, type Entry, eventOf, observeEntries } from './traffic.ts';

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
const withEach = <Entry extends object>(entries: Entry[], values: object) =>
  entries.map((entry) => ({ ...entry, ...values }));
const milestonesAnswer = (values: object) => {
  const { data } = answerOf('addMilestones') as { data: { milestones: object[] } };
  return { data: { ...data, milestones: withEach(data.milestones, values) } };
};
const milestonesBody = (values: object) => ({
  milestones: withEach((bodyOf('addMilestones') as { milestones: object[] }).milestones, values),
});
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

  const { contradictions, known } = await observeEntries([...ids.map((id) => callOf(id)), eventOf()]);

  expect([known, contradictions]).toEqual([7, []]);
});

describe('an answer that the document does not have contradicts it', () => {
  test.for<[id: OperationId, differences: Differences, contradiction: string]>([
    [
      'linkUser',
      { status: 201, answer: answerOf('linkUser') },
      'UAPI-1 stated answer has the status 201 instead of 200',
    ],
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
    [
      'addMilestones',
      { answer: milestonesAnswer({ fee: 45 }) },
      'MILESTONE-2 implied answer 200 /data/milestones/*/fee is not feePercentage of itemPrice',
    ],
    ['getUser', { answer: '' }, 'UAPI-2 stated answer 200 is empty instead of JSON'],
    ['validateOtp', { answer: 'valid' }, 'ID-2 stated answer 200 is not JSON'],
    ['startPayment', { answer: { data: 'aB3xK9' } }, 'PAY-1 stated answer 200 /data is no URL'],
    [
      'startPayment',
      { answer: checkout('/external/a?payment_methods=CARD&client_id=b') },
      'AUTH-5 stated answer 200 /data names another client_id than the path',
    ],
    [
      'startPayment',
      { answer: checkout('/external/a?client_id=sandbox-client') },
      'PAY-2 stated answer 200 /data has no payment_methods in its query',
    ],
    [
      'startPayment',
      { answer: checkout('/a?client_id=sandbox-client&payment_methods=CARD') },
      'PAY-3 stated answer 200 /data has no shortId after /external/',
    ],
    [
      'linkUser',
      { body: withoutPhone, status: 422, answer: refusal },
      'UAPI-4 implied answer has the status 422 instead of 400',
    ],
    [
      'linkUser',
      { body: withoutPhone, status: 400, answer: { ...refusal, error: { ...refusal.error, details: undefined } } },
      'UAPI-4 implied answer 400 /error/details is missing',
    ],
  ])('%s, %j', async ([id, differences, contradiction]) => {
    expect(await contradictionsOf(callOf(id, differences))).toContain(contradiction);
  });
});

describe('a request that has to be refused, and is served, contradicts the document', () => {
  test.for<[id: OperationId, differences: Differences, contradiction: string]>([
    [
      'addParties',
      { body: partiesBody('CUSTOMER', { amount: 999 }) },
      'PARTY-4a implied request /mileStonesParties the CUSTOMER amounts are not what the BROKER and PROVIDER amounts add up to',
    ],
    [
      'addParties',
      { body: partiesBody('PROVIDER', { isSender: false }) },
      'PARTY-3 stated request /mileStonesParties/*/*/isSender must not be sent',
    ],
    [
      'addMilestones',
      { body: milestonesBody({ isDeliverable: true }) },
      'MILESTONE-3 stated request /milestones/*/isDeliverable must not be sent',
    ],
    ['addAddress', { body: { addressLabel: 'HOME' } }, 'ADDR-1 stated request /countryCode is missing'],
    ['updateUser', { body: { name: 5 } }, 'UAPI-3 assumed request /name must be string'],
    ['startPayment', { query: { paymentType: 'PAY_NOW' } }, 'PAY-1a assumed query redirectUrl is missing'],
    ['addAddress', { body: '{"addressLabel":' }, 'ERR-1d assumed request is malformed'],
    ['createContract', { token: undefined }, 'AUTH-1b implied header authorization is missing'],
  ])('%s, %j', async ([id, differences, contradiction]) => {
    expect(await contradictionsOf(callOf(id, differences))).toEqual([contradiction]);
  });

  test('refused, it does not', async () => {
    const refused = callOf('addParties', { body: partiesBody('PROVIDER', { isSender: false }), status: 422 });

    expect(await contradictionsOf(refused)).toEqual([]);
  });
});

test.for<[entry: Entry, contradictions: string[]]>([
  [eventOf({ contractId: 'm-1', status: 'PAID' }), ['HOOK-1 stated request /referenceId is missing']],
  [eventOf({ contractId: 'm-1', status: 'REFUNDED', amount: 5 }), []],
])('an event that the document does not describe contradicts it: %j', async ([entry, contradictions]) => {
  expect(await contradictionsOf(entry)).toEqual(contradictions);
});

test('the signature of an event has the form that the document states', async () => {
  const [found] = await contradictionsOf(eventOf(undefined, 'c2lnbmF0dXJl'));

  expect(found).toMatch(/^HOOK-2 stated header service-signature must match pattern/);
});

test('what many exchanges show is one contradiction, with its count and the first of them', async () => {
  const wrong = callOf('getUser', { answer: '' });

  const { contradictions } = await observeEntries([callOf('getUser'), wrong, wrong]);

  expect(contradictions).toMatchObject([{ count: 2, first: expect.stringMatching(/traffic\.har, entry 2$/) }]);
});

test('a page, and a body that was not recorded, say nothing of the service', async () => {
  const [page, unrecorded] = [callOf('getUser', { answer: '<html>' }), callOf('getUser')];
  unrecorded.response.content = { size: 40 };

  const { contradictions, withoutBody, notes } = await observeEntries([page, unrecorded]);

  expect([contradictions, withoutBody]).toEqual([[], 1]);
  expect(notes).toEqual(['A body was not recorded in 1 of 2 exchanges.']);
});

test('nothing is said about tokens of a file that has none', async () => {
  const { contradictions, notes } = await observeEntries([callOf('createContract', { token: undefined })]);

  expect(contradictions).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('has no token, as some tools leave them out')]);
});
