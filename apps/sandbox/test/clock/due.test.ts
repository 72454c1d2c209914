import { retryDelaysInSeconds } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';

const settlement = { automatic: true, releaseAfterInSeconds: 60 };

describe('what is due', () => {
  const started = startedService();
  const receiver = eachReceiver();

  /** A tenant with a stopped clock and paid milestones, whose release is due in a minute. */
  async function createTenantWithPaid(count: number) {
    const tenant = await createTenantSandbox(started().sandbox);
    await tenant.control.changeSettings({ settlement });
    const { now } = await tenant.control.freeze();
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const { milestoneId } = await createPayableMilestone(tenant);
      await lead(tenant, milestoneId, 'pay');
      ids.push(milestoneId);
    }
    return { tenant, now, ids };
  }

  test('HOOK-4 deliveries and moves are listed before they are done, earliest first, and done in this order', async () => {
    const { tenant, now, ids } = await createTenantWithPaid(1);
    const { control } = tenant;
    receiver().answer = (response) => void response.writeHead(500).end();
    const [milestoneId] = ids;
    const [firstDelay = 0] = retryDelaysInSeconds;

    const without = await control.due();
    await control.setWebhook(receiver().url);
    await control.drain();
    const { due, hasMore } = await control.due();
    const { actions } = await control.advance(60);

    const move = { kind: 'move', dueAt: now + 60_000, milestoneId, title: 'Item', move: 'release', attempts: 0 };
    expect(without).toMatchObject({ due: [move], hasMore: false });
    expect(due).toMatchObject([
      { kind: 'delivery', dueAt: now + firstDelay * 1000, milestoneId, title: 'Item', status: 'PAID', attempt: 2 },
      move,
    ]);
    expect(hasMore).toBe(false);
    expect(actions[0]).toMatchObject({
      kind: 'delivery',
      at: due[0]?.dueAt,
      attempt: due[0]?.kind === 'delivery' ? 2 : 0,
    });
    expect(actions).toContainEqual(expect.objectContaining({ kind: 'move', at: move.dueAt, move: 'release' }));
  });

  test('it is read up to a number of entries and up to a time', async () => {
    const { tenant, now, ids } = await createTenantWithPaid(3);
    const { control } = tenant;

    const first = await control.due({ limit: 2 });

    expect(first.due.map(({ milestoneId }) => milestoneId)).toEqual(ids.slice(0, 2));
    expect(first.hasMore).toBe(true);
    expect(await control.due({ until: now + 60_000 })).toMatchObject({ due: [{}, {}, {}], hasMore: false });
    expect((await control.due({ until: now + 59_999 })).due).toEqual([]);
  });

  test('of what is due at the same time, deliveries come first', async () => {
    const { tenant, now } = await createTenantWithPaid(2);
    const { control } = tenant;
    receiver().answer = (response) => void response.destroy();
    started().service.store.update('deliveries', { tenantId: control.tenant }, { dueAt: now + 60_000 });
    await control.setWebhook(receiver().url);

    const { due } = await control.due({ limit: 3 });

    expect(due.map(({ kind }) => kind)).toEqual(['delivery', 'delivery', 'move']);
  });
});
