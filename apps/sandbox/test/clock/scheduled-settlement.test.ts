import { attemptsInSeconds } from '@escrow-kit/spec';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { advanceClock } from '../../src/delivery/advance-clock.ts';
import { freezeClock, resumeClock } from '../../src/domain/clock/clock.ts';
import { addBank, createPayableMilestone, describeIt, lead } from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';
import {
  defaultTenant,
  setSettings,
  setWebhookUrl,
  sqliteOrBoth,
  startedService,
  stores,
} from '../support/started-sandbox.ts';

const tenantId = 'default';
const settlement = {
  automatic: true,
  releaseAfterInSeconds: 60,
  completeAfterInSeconds: 30,
  cashOut: 'BANK_TRANSFER',
} as const;

describe.each(stores)('on %s', (store) => {
  const started = startedService(store);
  beforeEach(async () => {
    const { service } = started();
    await service.db.deleteFrom('deliveries').execute();
    await service.db.deleteFrom('scheduledMoves').execute();
    await setSettings(service, { settlement });
    await freezeClock(service.db, { tenantId, systemNow: service.systemNow() });
  });
  afterEach(async () => {
    const { service } = started();
    await setWebhookUrl(service, null);
    await resumeClock(service.db, { tenantId, systemNow: service.systemNow() });
  });

  const advance = (seconds: number) => advanceClock(started().service, { tenantId, seconds });
  const frozenAt = async () => (await defaultTenant(started().service)).clock.frozenAtInMs ?? 0;

  test('a refused release stays planned with its reason, and is retried', async () => {
    const { milestoneId, sellerId } = await createPayableMilestone(started(), { hasBank: false });
    await lead(started(), milestoneId, 'pay');

    const refused = await advance(60);
    const { state, scheduledMove } = await describeIt(started(), milestoneId);
    await addBank(started().sandbox, sellerId);
    const done = await advance(60);

    expect(refused).toMatchObject([{ move: 'release', outcome: 'refused', refusal: expect.stringContaining('bank') }]);
    expect(state).toBe('PAID');
    expect(scheduledMove).toMatchObject({ move: 'release', attempts: 1, refusal: expect.stringContaining('bank') });
    expect(done).toMatchObject([{ move: 'release', outcome: 'done' }]);
  });

  test('the runner settles automatically what is due on a running clock', async () => {
    const { service } = started();
    const receiver = await createReceiver();
    await setSettings(service, { settlement: { ...settlement, releaseAfterInSeconds: 0, completeAfterInSeconds: 0 } });
    await resumeClock(service.db, { tenantId, systemNow: service.systemNow() });
    await setWebhookUrl(service, receiver.url);
    const { milestoneId } = await createPayableMilestone(started());

    await lead(started(), milestoneId, 'pay');
    await receiver.received(3);

    expect(await describeIt(started(), milestoneId)).toMatchObject({ state: 'COMPLETED' });
    await receiver.close();
  });

  if (!sqliteOrBoth.includes(store)) return;

  test('automatic settlement releases and completes, each at its own due time', async () => {
    const { milestoneId } = await createPayableMilestone(started());
    await lead(started(), milestoneId, 'pay');
    const paidAt = await frozenAt();

    const early = await advance(59);
    const actions = await advance(100);

    expect(early).toEqual([]);
    expect(actions).toMatchObject([
      { kind: 'move', at: paidAt + 60_000, milestoneId, move: 'release', outcome: 'done' },
      { kind: 'move', at: paidAt + 90_000, milestoneId, move: 'complete', outcome: 'done' },
    ]);
    const { state, events, scheduledMove } = await describeIt(started(), milestoneId);
    expect({ state, scheduledMove }).toEqual({ state: 'COMPLETED', scheduledMove: null });
    expect(events.map(({ createdAt }) => createdAt - paidAt)).toEqual([0, 60_000, 90_000]);
  });

  test('moves and deliveries are done in the order in which they fall due', async () => {
    const receiver = await createReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    const { milestoneId } = await createPayableMilestone(started());
    await lead(started(), milestoneId, 'pay');
    const paidAt = await frozenAt();
    const { db } = started().service;
    await db.updateTable('tenants').set({ webhookUrl: receiver.url }).where('id', '=', tenantId).execute();

    const [, firstRetry = 0] = attemptsInSeconds;
    const actions = await advance(60 + firstRetry + 1);

    expect(actions.map(({ kind, at }) => [kind, at - paidAt])).toEqual([
      ...attemptsInSeconds.filter((attempt) => attempt < 60).map((attempt) => ['delivery', attempt * 1000]),
      ['move', 60_000],
      ['delivery', 60_000],
      ['delivery', 60_000 + firstRetry * 1000],
    ]);
    await receiver.close();
  });

  test('a manual release replaces the planned one', async () => {
    const { milestoneId } = await createPayableMilestone(started());
    await lead(started(), milestoneId, 'pay', 'release');

    const actions = await advance(1000);

    expect(actions).toMatchObject([{ move: 'complete', outcome: 'done' }]);
  });
});
