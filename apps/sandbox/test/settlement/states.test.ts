import { repeats } from '@escrow-kit/tools';
import { describe, expect, test } from 'vitest';
import type { MilestoneState } from '../../src/store/tables.ts';
import {
  createMilestone,
  createPayableMilestone,
  createReadyMilestone,
  lead,
  type Step,
  startPayment,
} from '../support/escrow-steps.ts';
import { startedService } from '../support/started-sandbox.ts';

const allMoves: Step[] = ['pay', 'release', 'complete'];
const reachable: MilestoneState[] = ['WAITING_FOR_PAYMENT', 'PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

describe('the states of a milestone', () => {
  const started = startedService();

  test('STATE-2 STATE-4 STATE-5 parties bring a milestone to WAITING_FOR_PAYMENT, the next move is always accepted, and none leads to SUBMITTED: every other state is visited, with its event', async () => {
    const { milestoneId } = await createPayableMilestone(started().sandbox);
    const states = [(await started().sandbox.control.milestone(milestoneId)).state];

    for (const move of allMoves) {
      await lead(started().sandbox, milestoneId, move);
      states.push((await started().sandbox.control.milestone(milestoneId)).state);
    }

    expect(states).toEqual(reachable);
    const { events } = await started().sandbox.control.milestone(milestoneId);
    expect(events.map(({ status }) => status)).toEqual(['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']);
  });

  test('STATE-5 SUBMITTED is refused as a move: nothing has that name', async () => {
    const { milestoneId } = await createPayableMilestone(started().sandbox);

    const { allowedMoves } = await started().sandbox.control.milestone(milestoneId);

    expect(allowedMoves).not.toContain('submit');
  });

  test('STATE-1 a milestone starts CREATED, and without parties every move is refused', async () => {
    const { milestoneId } = await createMilestone(started().sandbox);

    for (const move of allMoves) {
      await expect(started().sandbox.control[move](milestoneId)).rejects.toMatchObject({ status: 409 });
    }

    expect(await started().sandbox.control.milestone(milestoneId)).toMatchObject({ state: 'CREATED', events: [] });
  });

  test('STATE-2 accepting is refused for a milestone without parties', async () => {
    const { milestoneId } = await createMilestone(started().sandbox);

    const accepting = started().sandbox.control.accept(milestoneId);

    await expect(accepting).rejects.toMatchObject({ status: 409, rule: 'STATE-2b' });
  });

  test('STATE-4 in each state every move but the next one is refused and changes nothing', async () => {
    const { control } = started().sandbox;
    const { milestoneId } = await createPayableMilestone(started().sandbox);

    for (const [index, state] of reachable.entries()) {
      const before = await control.milestone(milestoneId);
      const next = allMoves[index];
      for (const move of allMoves.filter((one) => one !== next)) {
        const message = expect.stringContaining(state);
        await expect(control[move](milestoneId), move).rejects.toMatchObject({
          status: 409,
          rule: 'STATE-4a',
          message,
        });
      }
      expect(await control.milestone(milestoneId)).toEqual(before);
      if (next) await lead(started().sandbox, milestoneId, next);
    }
  });
});

describe('invitations', () => {
  const started = startedService();

  async function createInvited() {
    const { sandbox } = started();
    await sandbox.control.changeSettings({ invitations: true });
    const milestone = await createReadyMilestone(sandbox);
    await sandbox.control.giveConsent(milestone.buyerPhone);
    return milestone;
  }

  test('STATE-3 parties that accept at the same moment are all counted', async () => {
    const milestones = await Promise.all(Array.from({ length: repeats({ test: 3, soak: 20 }) }, createInvited));

    await Promise.all(
      milestones.flatMap(({ milestoneId, buyerPhone, sellerPhone }) =>
        [buyerPhone, sellerPhone].map((phoneNumber) => started().sandbox.control.accept(milestoneId, phoneNumber)),
      ),
    );

    const descriptions = await Promise.all(
      milestones.map(({ milestoneId }) => started().sandbox.control.milestone(milestoneId)),
    );
    expect(new Set(descriptions.map(({ state }) => state))).toEqual(new Set(['WAITING_FOR_PAYMENT']));
  });
  test('STATE-3 a payment is refused until every party has accepted', async () => {
    const { milestoneId, buyerPhone } = await createInvited();

    await started().sandbox.control.accept(milestoneId, buyerPhone);

    await expect(started().sandbox.control.pay(milestoneId)).rejects.toMatchObject({ status: 409, rule: 'STATE-3a' });
    expect(await startPayment(started().sandbox, { milestoneId })).toMatchObject({ status: 409 });
  });
});
