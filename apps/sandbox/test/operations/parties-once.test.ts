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
} from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { stores } from '../support/stores.ts';

describe.each(stores)('on %s', (store) => {
  const sandbox = startedSandbox(store);

  async function registeredPair(): Promise<[string, string]> {
    const phones: [string, string] = [newPhone(), newPhone()];
    await Promise.all(phones.map((phone) => registerCustomer(sandbox(), phone)));
    return phones;
  }

  test('parties of a milestone are refused the second time', async () => {
    const milestone = await createReadyMilestone(sandbox());

    const answer = await addParties(sandbox(), milestone, [broker(0)]);

    expect(answer).toMatchObject({ status: 409, body: { rule: 'STATE-2a' } });
  });

  test('if ten calls add the parties of the same milestones at once, one is accepted', async () => {
    const [one, other] = await registeredPair();
    const { contractId, milestoneId } = await createMilestone(sandbox());
    const second = await send(sandbox(), 'addMilestones', {
      path: { contractId },
      body: { milestones: [milestoneRequest()] },
    });
    const ids: string[] = [milestoneId, second.body.data.milestones[0].id];
    const parties = [buyer(one, 10), seller(other, 10)];
    const callWith = (order: string[]) =>
      send(sandbox(), 'addParties', {
        path: { contractId },
        body: { mileStonesParties: Object.fromEntries(order.map((id) => [id, parties])) },
      });

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => callWith(index % 2 ? ids : ids.toReversed())),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  test('one refused milestone leaves the others of the call without parties', async () => {
    const [one, other] = await registeredPair();
    const { contractId, milestoneId } = await createMilestone(sandbox());
    const parties = [buyer(one, 10), seller(other, 10)];
    await send(sandbox(), 'addParties', {
      path: { contractId },
      body: { mileStonesParties: { [milestoneId]: parties, zzz: parties } },
    });

    const answer = await addParties(sandbox(), { contractId, milestoneId }, parties);

    expect(answer.status).toBe(200);
  });

  test('a milestone accepts more parties than one statement takes', async () => {
    const [one, other] = await registeredPair();
    const many = Array.from({ length: 1500 }, () => [buyer(one, 1), seller(other, 1)]).flat();

    const answer = await addParties(sandbox(), await createMilestone(sandbox()), many);

    expect(answer.status).toBe(200);
  });
});
