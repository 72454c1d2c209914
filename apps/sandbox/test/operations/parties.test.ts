import { beforeAll, describe, expect, test } from 'vitest';
import {
  addParties,
  broker,
  buyer,
  createMilestone,
  createReadyMilestone,
  milestoneRequest,
  type NewMilestone,
  newPhone,
  registerCustomer,
  seller,
  startPayment,
} from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();
const sandbox = () => started().sandbox;

async function registeredPair(): Promise<[string, string]> {
  const phones: [string, string] = [newPhone(), newPhone()];
  await Promise.all(phones.map((phone) => registerCustomer(sandbox(), phone)));
  return phones;
}

/** Adds a registered buyer, a registered seller and, with a share, the broker. */
async function addAll(customer: number, provider: number, share?: number): Promise<Answer> {
  const [one, other] = await registeredPair();
  const parties = [buyer(one, customer), seller(other, provider), ...(share === undefined ? [] : [broker(share)])];
  return addParties(sandbox(), await createMilestone(sandbox()), parties);
}

/** Two milestones of one contract. */
async function createTwo(): Promise<NewMilestone & { ids: string[] }> {
  const milestone = await createMilestone(sandbox());
  const second = await send(sandbox(), 'addMilestones', {
    path: { contractId: milestone.contractId },
    body: { milestones: [milestoneRequest()] },
  });
  return { ...milestone, ids: [milestone.milestoneId, second.body.data.milestones[0].id] };
}

function addTo(contractId: string, ids: string[], parties: object[]): Promise<Answer> {
  const mileStonesParties = Object.fromEntries(ids.map((id) => [id, parties]));
  return send(sandbox(), 'addParties', { path: { contractId }, body: { mileStonesParties } });
}

test('PARTY-0 the parties of several milestones are accepted by one call', async () => {
  const [one, other] = await registeredPair();
  const { contractId, ids } = await createTwo();

  const answer = await addTo(contractId, ids, [buyer(one, 10), seller(other, 10)]);

  expect(answer.status).toBe(200);
  expect(answer.body.data.milestones).toHaveLength(2);
});

test('if ten calls add the parties of the same milestones at once, one is accepted', async () => {
  const [one, other] = await registeredPair();
  const { contractId, ids } = await createTwo();
  const parties = [buyer(one, 10), seller(other, 10)];

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => addTo(contractId, index % 2 ? ids : ids.toReversed(), parties)),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
});

test.each([
  ['PARTY-0b', 'an empty map of parties', '{}', 400],
  ['PARTY-0b', 'a milestone with the name of a prototype', '{"__proto__":[]}', 400],
  ['ERR-1b', 'such a milestone with parties', `{"__proto__":${JSON.stringify([broker(0)])}}`, 404],
])('%s %s is refused', async (rule, _, parties, status) => {
  const { contractId } = await createMilestone(sandbox());

  const rawBody = `{"mileStonesParties":${parties}}`;
  const answer = await send(sandbox(), 'addParties', { path: { contractId }, rawBody });

  expect(answer).toMatchObject({ status, body: { rule } });
});

test('USER-5 a party whose phone is in local form is refused with a message that says so', async () => {
  const [phone] = await registeredPair();
  const parties = [buyer(phone.replace('+966', '0'), 10), seller(phone, 10)];

  const { status, body } = await addParties(sandbox(), await createMilestone(sandbox()), parties);

  expect([status, body.rule, body.message]).toEqual([400, 'USER-5a', expect.stringContaining('It is in local form')]);
});

test('USER-5a every party who is not registered is named by role and entry, and by its place with the id', async () => {
  const [phone] = await registeredPair();
  const { contractId, ids } = await createTwo();
  const parties = [buyer(phone, 10), seller(newPhone(), 10)];

  const one = await addTo(contractId, ids.slice(0, 1), parties);
  const two = await addTo(contractId, ids, parties);

  const message = (place: string) =>
    `The PROVIDER in entry 2 of ${place} is not registered with this organization. Register the PROVIDER first.`;
  const places = ['milestone 1', 'milestone 2'].map((place, index) => ({
    rule: 'USER-5a',
    field: `mileStonesParties.${ids[index]}[1].phoneNumber`,
    message: message(place),
  }));
  expect(one).toMatchObject({ status: 400, body: { rule: 'USER-5a', message: message('the milestone') } });
  expect(two).toMatchObject({ status: 400, body: { ...places[0], violations: places } });
});

test('a refusal of parties repeats no id in its message', async () => {
  const [phone] = await registeredPair();
  const { contractId, ids } = await createTwo();
  const parties = [buyer(phone, 10), seller(phone, 10)];
  await addTo(contractId, ids.slice(1), parties);

  const answers = [
    await addTo(contractId, ids, parties),
    await addTo(contractId, ['milestone-0'], parties),
    await addTo(contractId, ids.slice(0, 1), [buyer(phone, 10), seller(phone, 9)]),
  ];

  const field = ([id]: string[]) => `mileStonesParties.${id}`;
  expect(answers.map(({ body }) => [body.rule, body.field, body.message])).toEqual([
    [
      'STATE-2a',
      field(ids.slice(1)),
      'Parties can only be added while the milestone is CREATED: milestone 2 is WAITING_FOR_PAYMENT.',
    ],
    ['ERR-1b', field(['milestone-0']), 'The contract in the path does not have the milestone.'],
    [
      'PARTY-4a',
      field(ids),
      'The CUSTOMER amounts of the milestone add up to 10, and the BROKER and PROVIDER amounts to 9. Make them equal.',
    ],
  ]);
});

test('PARTY-0 a milestone of another contract is refused', async () => {
  const [{ contractId }, { milestoneId }] = [await createMilestone(sandbox()), await createMilestone(sandbox())];

  const answer = await addParties(sandbox(), { contractId, milestoneId }, [broker(0)]);

  expect(answer).toMatchObject({ status: 404, body: { rule: 'ERR-1b' } });
});

test('PARTY-4 0.3 against 0.1 and 0.2 is accepted', async () => {
  expect((await addAll(0.3, 0.1, 0.2)).status).toBe(200);
});

test.each([
  [1000, 950, 49.99],
  [1000, 950, 50.01],
  [0, 0.01, 0],
  // A fee on top, which leaves the wallet.
  [1040, 1000, 0],
])('PARTY-4 MILESTONE-4 %d against %d and %d is refused', async (...amounts) => {
  expect(await addAll(...amounts)).toMatchObject({ status: 400, body: { rule: 'PARTY-4a' } });
});

test.each([
  [900, [expect.stringMatching(/^MILESTONE-4 .* 900, not to its itemPrice of 1000/)]],
  [1000, []],
])('MILESTONE-4 a CUSTOMER amount of %d is accepted, and noted if it differs from itemPrice', async (amount, notes) => {
  await addAll(amount, amount);

  const { requests } = await sandbox().control.requests({ operationId: 'addParties', limit: 1 });

  expect(requests).toMatchObject([{ notes }]);
});

describe('with invitations', () => {
  beforeAll(async () => {
    await started().sandbox.control.changeSettings({ invitations: true });
    return () => started().sandbox.control.changeSettings({ invitations: false });
  });

  test('STATE-3 a payment is accepted when all parties have accepted', async () => {
    const milestone = await createReadyMilestone(sandbox());
    await sandbox().control.accept(milestone.milestoneId);

    expect((await startPayment(sandbox(), milestone)).status).toBe(200);
  });
});
