import { attemptsInSeconds, retryDelaysInSeconds } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import type { ControlSchema, Sandbox } from '../../src/index.ts';
import { createPaidMilestone } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const target = 'webhook';

describe('a fault of deliveries', () => {
  const sandbox = startedSandbox();
  const receiver = eachReceiver();

  /** A tenant with a frozen clock, a fault, and events that wait for the address of the receiver. */
  async function tenantWith(fault: Omit<ControlSchema<'NewFault'>, 'target'>, payments = 1): Promise<Sandbox> {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.freeze();
    await tenant.control.setFaults([{ target, times: 1, ...fault }]);
    for (let count = 0; count < payments; count += 1) await createPaidMilestone(tenant);
    return tenant;
  }

  async function deliver({ control }: Sandbox): Promise<ControlSchema<'Delivery'>[]> {
    await control.setWebhook(receiver().url);
    await control.drain();
    return (await control.deliveries()).deliveries.reverse();
  }

  test('HOOK-3 a status: it counts as the answer of the receiver, who gets nothing', async () => {
    const tenant = await tenantWith({ kind: 'status', status: 502 });

    const [delivery] = await deliver(tenant);

    expect(receiver().events).toEqual([]);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, attemptLog: [{ answerStatus: 502 }] });
    expect(delivery?.attemptLog).toMatchObject([{ failure: 'faultAnswered' }]);
  });

  test.each([
    ['drop', 'faultDropped'],
    ['reset', 'faultBroke'],
  ] as const)('HOOK-4 a %s: the attempt has failed, and the next one delivers', async (kind, failure) => {
    const tenant = await tenantWith({ kind });

    const [failed] = await deliver(tenant);
    const { actions } = await tenant.control.advance(retryDelaysInSeconds[0]);

    expect(failed).toMatchObject({ state: 'pending', attempts: 1, attemptLog: [{ answerStatus: null, failure }] });
    expect(failed?.attemptsLeft).toBe(attemptsInSeconds.length - 1);
    expect(await tenant.control.delivery(failed?.id ?? '')).toMatchObject({ state: 'delivered', attemptsLeft: 0 });
    expect(actions).toMatchObject([{ kind: 'delivery', attempt: 2, outcome: 'delivered' }]);
    expect(receiver().events).toHaveLength(1);
  });

  test('a latency: the request goes out late', async () => {
    const tenant = await tenantWith({ kind: 'latency', latencyInMs: 80 });
    const startedAt = performance.now();

    const [delivery] = await deliver(tenant);

    expect(delivery).toMatchObject({ state: 'delivered' });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(75);
  });

  test('HOOK-3 a latency beyond the time-out: the attempt has failed', async () => {
    const tenant = await tenantWith({ kind: 'latency', latencyInMs: 60_000 });
    await tenant.control.changeSettings({ webhookTimeoutInMs: 30 });

    const [delivery] = await deliver(tenant);

    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, attemptLog: [{ failure: 'faultHeldBack' }] });
    expect(receiver().events).toEqual([]);
  });

  test('HOOK-7 a duplicate: the same event comes twice', async () => {
    const tenant = await tenantWith({ kind: 'duplicate' });

    const [delivery] = await deliver(tenant);

    const [first, second] = receiver().events;
    expect(receiver().events).toHaveLength(2);
    expect(second?.bytes).toEqual(first?.bytes);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('HOOK-7 a reorder: the event comes after the next one', async () => {
    const tenant = await tenantWith({ kind: 'reorder' }, 2);

    const deliveries = await deliver(tenant);
    await tenant.control.drain();

    const [first, second] = deliveries.map(({ milestoneId }) => milestoneId);
    expect(receiver().events.map(({ body }) => body.contractId)).toEqual([second, first]);
  });

  test('HOOK-7 a reorder of the last event: it comes after an hour', async () => {
    const tenant = await tenantWith({ kind: 'reorder' });

    const [held] = await deliver(tenant);
    await tenant.control.advance(3600);

    expect(held).toMatchObject({ state: 'pending', attempts: 0 });
    expect(receiver().events).toHaveLength(1);
  });
});
