import { describe, expect, test } from 'vitest';
import {
  addParties,
  broker,
  buyer,
  createMilestone,
  createReadyMilestone,
  milestoneRequest,
  newPhone,
  registerCustomer,
  seller,
  startPayment,
} from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { stores } from '../support/stores.ts';

describe.each(stores)('on %s', (store) => {
  const sandbox = startedSandbox(store);

  test.each([
    ['PARTY-0b', 'an empty map of parties', '{}', 400],
    ['PARTY-0b', 'a milestone with the name of a prototype', '{"__proto__":[]}', 400],
    ['ERR-1b', 'such a milestone with parties', `{"__proto__":${JSON.stringify([broker(0)])}}`, 404],
  ])('%s %s is refused', async (rule, _, parties, status) => {
    const { contractId } = await createMilestone(sandbox());

    const answer = await send(sandbox(), 'addParties', {
      path: { contractId },
      rawBody: `{"mileStonesParties":${parties}}`,
      contentType: 'application/json',
    });

    expect(answer).toMatchObject({ status, body: { rule } });
  });

  async function registeredPair(): Promise<[string, string]> {
    const phones: [string, string] = [newPhone(), newPhone()];
    await Promise.all(phones.map((phone) => registerCustomer(sandbox(), phone)));
    return phones;
  }

  test('PARTY-0 the parties of several milestones are accepted by one call', async () => {
    const [one, other] = await registeredPair();
    const first = await createMilestone(sandbox());
    const second = await send(sandbox(), 'addMilestones', {
      path: { contractId: first.contractId },
      body: { milestones: [milestoneRequest()] },
    });
    const secondId: string = second.body.data.milestones[0].id;
    const parties = [buyer(one, 10), seller(other, 10)];

    const answer = await send(sandbox(), 'addParties', {
      path: { contractId: first.contractId },
      body: { mileStonesParties: { [first.milestoneId]: parties, [secondId]: parties } },
    });

    expect(answer.status).toBe(200);
    expect(answer.body.data.milestones).toHaveLength(2);
  });

  test('PARTY-0 a milestone of another contract is refused', async () => {
    const [one, other] = await registeredPair();
    const [{ contractId }, { milestoneId }] = [await createMilestone(sandbox()), await createMilestone(sandbox())];

    const answer = await addParties(sandbox(), { contractId, milestoneId }, [buyer(one, 1), seller(other, 1)]);

    expect(answer).toMatchObject({ status: 404, body: { rule: 'ERR-1b' } });
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty', ''])(
    'PARTY-0 the milestone id %j is refused',
    async (id) => {
      const [one, other] = await registeredPair();
      const { contractId } = await createMilestone(sandbox());
      const parties = JSON.stringify([buyer(one, 1), seller(other, 1)]);

      const answer = await send(sandbox(), 'addParties', {
        path: { contractId },
        rawBody: `{"mileStonesParties":{${JSON.stringify(id)}:${parties}}}`,
      });

      expect(answer).toMatchObject({ status: 404, body: { rule: 'ERR-1b' } });
    },
  );

  test.each([
    ['PARTY-0c', 'an unknown role', [{ phoneNumber: '+1', role: 'JUDGE', amount: 1 }]],
    ['MILESTONE-4a', 'a negative amount', [buyer('+1', -1), seller('+1', -1)]],
    ['MILESTONE-4a', 'a fraction of a halala', [buyer('+1', 0.001), seller('+1', 0.001)]],
    ['PARTY-0b', 'no parties', []],
  ])('%s a list with %s is refused', async (rule, _, parties) => {
    const answer = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect(answer).toMatchObject({ status: 400, body: { rule } });
  });

  test('PARTY-0 parties of an unknown contract are refused', async () => {
    const { milestoneId } = await createMilestone(sandbox());

    const answer = await addParties(sandbox(), { contractId: 'none', milestoneId }, [broker(0)]);

    expect(answer).toMatchObject({ status: 404, body: { rule: 'ERR-1b' } });
  });

  test.each([{ arbitrator: false }, { isSender: false }])('PARTY-1 a BROKER with %j is refused', async (wrong) => {
    const [one, other] = await registeredPair();
    const parties = [buyer(one, 10), seller(other, 5), { ...broker(5), ...wrong }];

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect(answer).toMatchObject({ status: 400, body: { rule: 'PARTY-1a' } });
  });

  test('PARTY-2 a CUSTOMER who is arbitrator is refused', async () => {
    const [one, other] = await registeredPair();
    const parties = [{ ...buyer(one, 10), arbitrator: true }, seller(other, 10)];

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect(answer).toMatchObject({ status: 400, body: { rule: 'PARTY-2a' } });
  });

  test.each([true, false])('PARTY-3 a PROVIDER with isSender %s is refused', async (isSender) => {
    const [one, other] = await registeredPair();
    const parties = [buyer(one, 10), { ...seller(other, 10), isSender }];

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect(answer).toMatchObject({ status: 400, body: { rule: 'PARTY-3' } });
  });

  test.each([
    'PARTY-1 a BROKER who is arbitrator and sender is accepted',
    'PARTY-2 a CUSTOMER who is sender and not arbitrator is accepted',
    'PARTY-3 a PROVIDER without isSender is accepted',
  ])('%s', async () => {
    const [one, other] = await registeredPair();
    const parties = [buyer(one, 10), { ...seller(other, 5), arbitrator: false }, broker(5)];

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect(answer.status).toBe(200);
  });

  test('PARTY-4 0.3 against 0.1 and 0.2 is accepted', async () => {
    const [one, other] = await registeredPair();
    const parties = [buyer(one, 0.3), seller(other, 0.1), broker(0.2)];

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect(answer.status).toBe(200);
  });

  test.each([
    [1000, 950, 49.99],
    [1000, 950, 50.01],
    [0, 0.01, 0],
  ])('PARTY-4 %d against %d and %d is refused', async (customer, provider, share) => {
    const [one, other] = await registeredPair();
    const parties = [buyer(one, customer), seller(other, provider), broker(share)];

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect(answer).toMatchObject({ status: 400, body: { rule: 'PARTY-4' } });
  });

  test('MILESTONE-4a an amount too large for exact sums is refused', async () => {
    const [one, other] = await registeredPair();
    const many = Array.from({ length: 1000 }, () => [buyer(one, 1e11), seller(other, 1e11)]).flat();

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), many);

    expect(answer).toMatchObject({ status: 400, body: { rule: 'MILESTONE-4a' } });
  });

  test('USER-5 parties who are registered are accepted', async () => {
    await expect(createReadyMilestone(sandbox())).resolves.toHaveProperty('milestoneId');
  });

  test.each(['CUSTOMER', 'PROVIDER'])('USER-5 a %s who is not registered is refused', async (role) => {
    const phone = newPhone();
    await registerCustomer(sandbox(), phone);
    const parties = [
      buyer(role === 'CUSTOMER' ? newPhone() : phone, 10),
      seller(role === 'PROVIDER' ? newPhone() : phone, 10),
    ];

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect(answer).toMatchObject({ status: 400, body: { rule: 'USER-5a' } });
    expect(answer.text).not.toContain('+966');
  });

  test('USER-5 a party whose phone is in local form is refused with a message that says so', async () => {
    const phone = newPhone();
    await registerCustomer(sandbox(), phone);
    const parties = [buyer(phone.replace('+966', '0'), 10), seller(phone, 10)];

    const { status, body } = await addParties(sandbox(), await createMilestone(sandbox()), parties);

    expect([status, body.rule, body.message]).toEqual([400, 'USER-5a', expect.stringContaining('It is in local form')]);
  });

  test('STATE-2 a milestone whose parties are accepted waits for payment without another call', async () => {
    const { milestoneId } = await createReadyMilestone(sandbox());

    const answer = await startPayment(sandbox(), { milestoneId });

    expect(answer.status).toBe(200);
  });

  test('STATE-2 a payment before the parties is refused', async () => {
    const { milestoneId } = await createMilestone(sandbox());

    const answer = await startPayment(sandbox(), { milestoneId });

    expect(answer).toMatchObject({ status: 409, body: { rule: 'STATE-2b' } });
  });
});
