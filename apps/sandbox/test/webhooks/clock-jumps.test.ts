import { expect, onTestFinished, test, vi } from 'vitest';
import { attemptDelivery } from '../../src/delivery/attempt-delivery.ts';
import { claimDeliveries } from '../../src/delivery/claim-deliveries.ts';
import { takeAdvanceLease } from '../../src/domain/clock/advance-lease.ts';
import { startService } from '../../src/start-service.ts';
import type { Db } from '../../src/storage/database.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';

const dayInMs = 86_400_000;
const tenantId = 'default';
const limitInMs = 30_000;

/** A sandbox with a paid milestone and no address for its event. */
async function startPaid() {
  const started = await startService({});
  const receiver = await createReceiver();
  onTestFinished(async () => {
    await started.sandbox.close();
    await receiver.close();
  });
  const { milestoneId } = await createPayableMilestone(started.sandbox);
  await lead(started.sandbox, milestoneId, 'pay');
  return { ...started, receiver };
}

test('HOOK-4 a clock that is put back by a day postpones no retry, and prolongs no lease of a process that died', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayInMs });
  onTestFinished(() => void vi.useRealTimers());
  const { sandbox, service, receiver } = await startPaid();
  const untilDelivery = (expected: object) =>
    vi.waitFor(async () => {
      const { deliveries } = await sandbox.control.deliveries();
      expect(deliveries).toMatchObject([expected]);
    }, limitInMs);
  receiver.answer = (response) => void response.writeHead(receiver.events.length > 1 ? 200 : 500).end();
  await sandbox.control.setWebhook(receiver.url);
  await untilDelivery({ attempts: 1 });
  // The process that dies holds the lease of the retry and that of the tenant's clock.
  const systemNow = Date.now();
  const claimed = await service.db.transaction().execute(async (trx) => {
    await takeAdvanceLease(trx, { tenantId, systemNow });
    const { id: deliveryId } = await trx.selectFrom('deliveries').select('id').executeTakeFirstOrThrow();
    return claimDeliveries(trx, { tenantId, deliveryId, systemNow, limit: 1 });
  });

  vi.setSystemTime(Date.now() - dayInMs);
  await untilDelivery({ state: 'delivered' });

  expect(claimed).toHaveLength(1);
  expect(receiver.events).toHaveLength(2);
  expect((await sandbox.control.advance(1)).actions).toEqual([]);
});

test('HOOK-4 an attempt that was stopped for most of its lease sends nothing', async () => {
  const { service, receiver } = await startPaid();
  const systemNow = Date.now();
  const { id: deliveryId } = await service.db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow();
  const claim = (trx: Db) => claimDeliveries(trx, { tenantId, deliveryId, systemNow, limit: 1 });
  const [claimed] = await service.db.transaction().execute(async (trx) => {
    await trx.updateTable('tenants').set({ webhookUrl: receiver.url }).execute();
    // So that the runner takes none.
    await takeAdvanceLease(trx, { tenantId, systemNow });
    return claim(trx);
  });
  if (!claimed) throw new Error('Nothing was due.');

  await attemptDelivery({ ...service, systemNow: () => claimed.leaseUntilSystem - 1 }, claimed);

  expect(receiver.events).toEqual([]);
  await expect(service.db.transaction().execute(claim)).resolves.toMatchObject([{ deliveryId }]);
});
