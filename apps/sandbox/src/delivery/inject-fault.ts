import { canInject } from '../domain/faults/decide-fault.ts';
import { type Fault, webhookTarget } from '../domain/faults/fault.ts';
import { injectFault, readFaults } from '../domain/faults/inject-fault.ts';
import type { Database, Db } from '../storage/database.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

type LeasedDelivery = Pick<ClaimedDelivery, 'tenant' | 'deliveryId' | 'leaseUntilSystem'>;

/** The longest time that a delivery is held back, on the tenant's clock. */
export const longestHoldInMs = 60 * 60 * 1000;

/**
 * Decides whether a fault is injected into a delivery. A delivery that should change places with the next one is postponed, and
 * its lease is returned, in the same transaction.
 */
export async function injectDeliveryFault(
  db: Database,
  { tenant, deliveryId, leaseUntilSystem }: LeasedDelivery,
  now: number,
): Promise<Fault | undefined> {
  if (!tenant.faults.some((fault) => canInject(fault, webhookTarget))) return undefined;
  return db.transaction().execute(async (trx) => {
    const isBehind = await hasOlderDue(trx, { tenantId: tenant.id, deliveryId, now });
    const target = { target: webhookTarget, deliveryId, isBehind };
    const fault = await injectFault(trx, tenant, target);
    if (fault?.kind !== 'reorder') return fault;
    if (await isOvertaken(trx, { tenantId: tenant.id, deliveryId })) {
      // It already comes after the next one, so the fault releases it.
      return injectFault(trx, { ...tenant, faults: await readFaults(trx, tenant.id) }, target);
    }
    await trx
      .updateTable('deliveries')
      .set({ dueAt: now + longestHoldInMs, leaseUntilSystem: 0 })
      .where((eb) => eb.and({ tenantId: tenant.id, id: deliveryId, leaseUntilSystem }))
      .execute();
    return fault;
  });
}

/** Deliveries of one claim go out in parallel, so the newest may be decided first. */
async function hasOlderDue(
  db: Db,
  { tenantId, deliveryId, now }: { tenantId: string; deliveryId: string; now: number },
): Promise<boolean> {
  const older = await db
    .selectFrom('deliveries')
    .where('tenantId', '=', tenantId)
    .where('id', '<', deliveryId)
    .where('state', '=', 'pending')
    .where('dueAt', '<=', now)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return older !== undefined;
}

/** Whether a newer delivery went out since this one became due. */
async function isOvertaken(
  db: Db,
  { tenantId, deliveryId }: { tenantId: string; deliveryId: string },
): Promise<boolean> {
  const newer = await db
    .selectFrom('deliveryAttempts')
    .where('tenantId', '=', tenantId)
    .where('deliveryId', '>', deliveryId)
    .where('startedAt', '>=', ({ selectFrom }) =>
      selectFrom('deliveries').where('tenantId', '=', tenantId).where('id', '=', deliveryId).select('dueAt'),
    )
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}

/** Makes held-back deliveries due, because another delivery went out. `now` is on the tenant's clock. */
export async function releaseHeldDeliveries(
  db: Database,
  { tenant, deliveryId }: LeasedDelivery,
  now: number,
): Promise<void> {
  if (!tenant.faults.some(({ kind }) => kind === 'reorder')) return;
  await db.transaction().execute(async (trx) => {
    const faults = await readFaults(trx, tenant.id);
    const held = faults.flatMap((fault) => fault.held ?? []).filter((id) => id !== deliveryId);
    if (held.length === 0) return;
    await trx
      .updateTable('deliveries')
      .set({ dueAt: now })
      .where('tenantId', '=', tenant.id)
      .where('id', 'in', held)
      .where('state', '=', 'pending')
      .where('dueAt', '>', now)
      .execute();
  });
}
