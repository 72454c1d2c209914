import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createMilestone,
  createPaidMilestone,
  createPayableMilestone,
  lead,
  parentRequest,
} from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';

const hourInSeconds = 3600;

describe('the overview', () => {
  const started = startedService();
  const newTenant = () => createTenantSandbox(started().sandbox);

  test('of an empty tenant has every state in order, and nothing to look at', async () => {
    const { control } = await newTenant();

    const overview = await control.overview();

    expect(overview.milestonesByState.map(({ state, count }) => `${state} ${count}`)).toEqual([
      'CREATED 0',
      'WAITING_FOR_PAYMENT 0',
      'PAID 0',
      'CASHOUT_IN_PROGRESS 0',
      'COMPLETED 0',
    ]);
    expect(overview.requestsByOutcome).toEqual({ answered: 0, refused: 0, failed: 0 });
    expect(overview.attention).toEqual({
      failedDeliveries: 0,
      pendingDeliveries: 0,
      overdue: { count: 0, milestones: [] },
      waitingLongest: [],
    });
    expect(overview.latest).toEqual([]);
  });

  test('counts what the lists have', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    await createPaidMilestone(tenant);
    await createPaidMilestone(tenant);
    await createMilestone(tenant);
    await send(tenant, 'createContract', { token: 'organization', body: {} });
    await control.setFaults([{ target: 'createContract', kind: 'status', status: 502, when: 'before' }]);
    await send(tenant, 'createContract', { body: parentRequest() });

    const { milestonesByState, requestsByOutcome, attention } = await control.overview();
    const { counts } = await control.describe();

    const milestones = (await control.milestones()).milestones;
    for (const { state, count } of milestonesByState) {
      expect((await control.milestones({ state })).milestones, state).toHaveLength(count);
    }
    for (const outcome of ['answered', 'refused', 'failed'] as const) {
      const { requests } = await control.requests({ outcome });
      expect(requests, outcome).toHaveLength(requestsByOutcome[outcome]);
    }
    expect((await control.deliveries({ state: 'pending' })).deliveries).toHaveLength(attention.pendingDeliveries);
    expect((await control.deliveries({ state: 'failed' })).deliveries).toHaveLength(attention.failedDeliveries);
    expect(milestonesByState).toContainEqual({ state: 'PAID', count: 2 });
    expect(requestsByOutcome).toMatchObject({ refused: 1, failed: 1 });
    expect(attention).toMatchObject({ pendingDeliveries: 2, failedDeliveries: 0 });
    expect(counts).toMatchObject({
      contracts: (await control.contracts()).contracts.length,
      milestones: milestones.length,
      requests: (await control.requests()).requests.length,
      users: (await control.users()).users.length,
      pendingDeliveries: attention.pendingDeliveries,
      failedDeliveries: attention.failedDeliveries,
    });
  });

  test('lists what is overdue on the clock of the tenant, and what waits longest, but nothing that is completed', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    const completed = await createPayableMilestone(tenant);
    await lead(tenant, completed.milestoneId, 'pay', 'release', 'complete');
    const { now } = await control.freeze();
    const at = (hours: number) => new Date(now + hours * hourInSeconds * 1000).toISOString();
    const late = await createMilestone(
      tenant,
      { deadLine: at(2), itemDetail: { title: 'Late', description: '' } },
      { itemDetail: { title: 'Of late', description: '' } },
    );
    await control.advance(60);
    const later = await createMilestone(tenant, { deadLine: at(1) });
    await control.advance(60);
    const open = await createMilestone(tenant, { deadLine: at(5000) });

    const before = await control.overview();
    await control.advance(3 * hourInSeconds);
    const after = await control.overview();

    const waiting = [late, later, open].map(({ milestoneId }) => milestoneId);
    expect(before.attention.overdue).toEqual({ count: 0, milestones: [] });
    expect(before.attention.waitingLongest.map(({ milestoneId }) => milestoneId)).toEqual(waiting);
    expect(after.attention.overdue.count).toBe(2);
    expect(after.attention.overdue.milestones).toMatchObject([
      { milestoneId: later.milestoneId },
      {
        milestoneId: late.milestoneId,
        contractTitle: 'Of late',
        title: 'Late',
        state: 'CREATED',
        itemPrice: 1000,
        currency: 'SAR',
        deadLine: at(2),
      },
    ]);
  });

  test('lists the last ten things, newest first: requests, events and attempts to deliver', async () => {
    const tenant = await newTenant();
    const { control } = tenant;
    const receiver = await createReceiver();
    onTestFinished(() => receiver.close());
    await control.freeze();
    const { milestoneId } = await createPaidMilestone(tenant);
    await control.setWebhook(receiver.url);
    await control.drain();
    await send(tenant, 'createContract', { token: 'organization', body: {} });

    const { latest } = await control.overview();

    expect(latest).toHaveLength(8);
    expect(latest.slice(0, 4)).toMatchObject([
      { kind: 'request', operationId: 'createContract', status: 403, rule: 'AUTH-4' },
      {
        kind: 'delivery',
        milestoneId,
        title: 'Item',
        status: 'PAID',
        attempt: 1,
        outcome: 'delivered',
        answerStatus: 200,
      },
      { kind: 'event', milestoneId, title: 'Item', status: 'PAID' },
      { kind: 'request', operationId: 'addParties', status: 200, rule: null },
    ]);
  });
});
