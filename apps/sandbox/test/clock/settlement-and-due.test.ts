import { attemptsInSeconds, retryDelaysInSeconds } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { addBank, createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const settlement = { automatic: true, releaseAfterInSeconds: 60, completeAfterInSeconds: 30 };
const atOnce = { automatic: true, releaseAfterInSeconds: 0, completeAfterInSeconds: 0 };

const started = startedSandbox();
const receiver = eachReceiver();

/** A tenant with automatic settlement, a stopped clock and a milestone that is paid at `paidAt`. */
async function pay({ hasBank = true } = {}) {
  const sandbox = await createTenantSandbox(started());
  const { control } = sandbox;
  await control.changeSettings({ settlement });
  const { now: paidAt } = await control.freeze();
  const { milestoneId, sellerId } = await createPayableMilestone(sandbox, { hasBank });
  await lead(sandbox, milestoneId, 'pay');
  const advance = async (seconds: number) => (await control.advance(seconds)).actions;
  return { sandbox, control, paidAt, milestoneId, sellerId, advance };
}

test('automatic settlement releases and completes, each at its own due time', async () => {
  const { control, paidAt, milestoneId, advance } = await pay();

  const early = await advance(59);
  const actions = await advance(100);

  expect(early).toEqual([]);
  expect(actions).toMatchObject([
    { kind: 'move', at: paidAt + 60_000, milestoneId, move: 'release', outcome: 'done' },
    { kind: 'move', at: paidAt + 90_000, milestoneId, move: 'complete', outcome: 'done' },
  ]);
  const { state, events, scheduledMove } = await control.milestone(milestoneId);
  expect({ state, scheduledMove }).toEqual({ state: 'COMPLETED', scheduledMove: null });
  expect(events.map(({ createdAt }) => createdAt - paidAt)).toEqual([0, 60_000, 90_000]);
});

test('a refused release stays planned with its reason, and is retried; a manual one replaces it', async () => {
  const { sandbox, control, milestoneId, sellerId, advance } = await pay({ hasBank: false });

  const refused = await advance(60);
  const { state, scheduledMove } = await control.milestone(milestoneId);
  const again = await advance(60);
  await addBank(sandbox, sellerId);
  await control.release(milestoneId);
  const done = await advance(1000);

  const refusal = expect.stringContaining('bank');
  expect([...refused, ...again]).toMatchObject(Array(2).fill({ move: 'release', outcome: 'refused', refusal }));
  expect(state).toBe('PAID');
  expect(scheduledMove).toMatchObject({ move: 'release', attempts: 1, refusal });
  expect(done).toMatchObject([{ move: 'complete', outcome: 'done' }]);
});

test('what is due on a running clock is settled by itself', async () => {
  const sandbox = await createTenantSandbox(started());
  await sandbox.control.changeSettings({ settlement: atOnce });
  await sandbox.control.setWebhook(receiver().url);
  const { milestoneId } = await createPayableMilestone(sandbox);

  await lead(sandbox, milestoneId, 'pay');
  await receiver().received(3);

  expect(await sandbox.control.milestone(milestoneId)).toMatchObject({ state: 'COMPLETED' });
});

test('a drain does also what follows from a move that another one makes meanwhile', async () => {
  const sandbox = await createTenantSandbox(started());
  const { control } = sandbox;
  await control.changeSettings({ settlement: atOnce });
  await control.setWebhook(receiver().url);
  await control.freeze();
  const { milestoneId } = await createPayableMilestone(sandbox);
  await lead(sandbox, milestoneId, 'pay');

  const drainAndList = () => control.drain().then(() => control.due());
  const lists = await Promise.all([drainAndList(), drainAndList(), drainAndList()]);

  expect(lists.map(({ due }) => due)).toEqual([[], [], []]);
});

test('HOOK-4 deliveries and moves are listed before they are done, earliest first, and done in the order in which they fall due', async () => {
  const { control, paidAt, milestoneId, advance } = await pay();
  receiver().answer = (response) => void response.writeHead(500).end();
  const without = await control.due();
  await control.setWebhook(receiver().url);
  await control.drain();
  const [firstDelay = 0] = retryDelaysInSeconds;
  const [, firstRetry = 0] = attemptsInSeconds;

  const { due, hasMore } = await control.due();
  const first = await control.due({ limit: 1 });
  const early = await control.due({ until: paidAt + firstDelay * 1000 - 1 });
  const actions = await advance(60 + firstRetry + 1);

  const move = { kind: 'move', dueAt: paidAt + 60_000, milestoneId, title: 'Item', move: 'release', attempts: 0 };
  const delivery = { kind: 'delivery', dueAt: paidAt + firstDelay * 1000, milestoneId, status: 'PAID', attempt: 2 };
  expect(without).toMatchObject({ due: [move], hasMore: false });
  expect([due, hasMore]).toMatchObject([[delivery, move], false]);
  expect(first).toMatchObject({ due: [delivery], hasMore: true });
  expect(early.due).toEqual([]);
  expect(actions.map(({ kind, at }) => [kind, at - paidAt])).toEqual([
    ...attemptsInSeconds.filter((at) => at > 0 && at < 60).map((at) => ['delivery', at * 1000]),
    ['move', 60_000],
    ['delivery', 60_000],
    ['delivery', 60_000 + firstRetry * 1000],
  ]);
});
