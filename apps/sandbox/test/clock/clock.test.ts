import { afterEach, describe, expect, test } from 'vitest';
import { advanceClock } from '../../src/delivery/advance-clock.ts';
import { claimDeliveries } from '../../src/delivery/claim-deliveries.ts';
import { drain } from '../../src/delivery/drain.ts';
import { freezeClock, resumeClock } from '../../src/domain/clock/clock.ts';
import { readClock } from '../../src/domain/tenants/tenant.ts';
import type { Sandbox } from '../../src/index.ts';
import { createPayableMilestone, lead, newPhone } from '../support/escrow-steps.ts';
import { eachReceiver, forgetDeliveriesBeforeEach } from '../support/receiver.ts';
import { send } from '../support/service-api.ts';
import {
  createTenantSandbox,
  defaultTenant,
  setWebhookUrl,
  sqliteOrBoth,
  startedService,
  stores,
} from '../support/started-sandbox.ts';

const tenantId = 'default';

describe.each(stores)('on %s', (store) => {
  const started = startedService(store);
  const receiver = eachReceiver();
  forgetDeliveriesBeforeEach(started);

  afterEach(async () => {
    const { service } = started();
    await setWebhookUrl(service, null);
    await resumeClock(service.db, { tenantId, systemNow: service.systemNow() });
  });

  const freeze = (systemNow: number) => freezeClock(started().service.db, { tenantId, systemNow });
  const resume = (systemNow: number) => resumeClock(started().service.db, { tenantId, systemNow });
  const timeAt = async (systemNow: number) => readClock((await defaultTenant(started().service)).clock, systemNow);

  test('a frozen clock stops, and continues from there when it is resumed', async () => {
    const now = Date.now();
    const { offsetInMs } = (await defaultTenant(started().service)).clock;

    await freeze(now);
    await freeze(now + 500);
    const frozen = await timeAt(now + 1000);
    await resume(now + 2000);
    const resumed = await timeAt(now + 2500);

    expect(frozen).toBe(now + offsetInMs);
    expect(resumed).toBe(now + offsetInMs + 500);
  });

  test('a running clock that is advanced keeps running at its new offset', async () => {
    const before = await timeAt(0);
    const startedAt = Date.now();

    const actions = await advanceClock(started().service, { tenantId, seconds: 3600 });

    expect(actions).toEqual([]);
    const distance = (await timeAt(0)) - before;
    // The clock kept running while it was advanced.
    expect(distance).toBeGreaterThanOrEqual(3_600_000 - (Date.now() - startedAt));
    expect(distance).toBeLessThanOrEqual(3_600_000);
  });

  test('a second advance at the same time is refused, and nothing else sets the clock or delivers', async () => {
    const { service } = started();
    const { milestoneId } = await createPayableMilestone(started());
    await lead(started(), milestoneId, 'pay', 'release');
    const answered = Promise.withResolvers<void>();
    receiver().answer = async (response) => {
      await answered.promise;
      response.writeHead(200).end();
    };
    await service.db.updateTable('tenants').set({ webhookUrl: receiver().url }).where('id', '=', tenantId).execute();

    const first = advanceClock(service, { tenantId, seconds: 10 });
    await receiver().received(1);
    const others = await Promise.allSettled([
      advanceClock(service, { tenantId, seconds: 10 }),
      freeze(Date.now()),
      resume(Date.now()),
      drain(service, { id: tenantId }),
    ]);
    const systemNow = Date.now();
    const claimed = await service.db.transaction().execute((trx) => claimDeliveries(trx, { systemNow, limit: 9 }));
    answered.resolve();
    const actions = await first;

    expect(others).toMatchObject(Array(4).fill({ reason: { code: 'conflict' } }));
    expect(claimed).toEqual([]);
    expect(actions).toMatchObject(Array(2).fill({ kind: 'delivery', outcome: 'delivered', milestoneId }));
    expect(receiver().events).toHaveLength(2);
  });

  if (!sqliteOrBoth.includes(store)) return;

  test('a frozen clock still delivers what is due at its time', async () => {
    await setWebhookUrl(started().service, receiver().url);
    const { milestoneId } = await createPayableMilestone(started());
    await freeze(Date.now());

    await lead(started(), milestoneId, 'pay');
    await receiver().received(1);

    expect(receiver().events[0]?.body.contractId).toBe(milestoneId);
  });

  test('the clock can be advanced again after a refusal', async () => {
    const { control } = await createTenantSandbox(started().sandbox);
    await control.freeze();

    await expect(control.advance(-1)).rejects.toMatchObject({ status: 400 });

    expect((await control.advance(0)).actions).toEqual([]);
  });

  test('advancing beyond the year 9999 is refused, and everything works at its end', async () => {
    const tenant = await createTenantSandbox(started().sandbox);
    await setTime(tenant, '9999-12-31T23:59:00Z');

    await expect(tenant.control.advance(61)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('9999'),
    });
    const { clock } = await tenant.control.advance(59);
    const body = { email: 'a@example.com', phone: newPhone(), name: 'Made Up' };
    const linked = await send(tenant, 'linkUser', { body });

    expect(clock.now).toBe(Date.parse('9999-12-31T23:59:59Z'));
    expect(linked).toMatchObject({ status: 200, body: { data: { created_at: '9999-12-31T23:59:59.000Z' } } });
  });
});

/** Stops a tenant's clock at a time. */
async function setTime({ control }: Sandbox, time: string): Promise<void> {
  const { tenant, ...exported } = await control.export();
  const clock = { offsetInMs: 0, frozenAtInMs: Date.parse(time) };
  await control.import({ ...exported, tenant: { ...tenant, clock } });
}
