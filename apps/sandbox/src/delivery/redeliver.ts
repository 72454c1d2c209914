import { Refusal } from '../domain/refusal.ts';
import { readClock, type Tenant } from '../domain/tenants/tenant.ts';
import type { DeliveryContext } from './delivery-context.ts';

/**
 * Makes a delivery due at once with a new series of attempts, whether it was delivered, has failed or waits for its next
 * attempt (our choice: not shown). Its log continues. Returns when it is due, not when it is delivered.
 *
 * Throws if the tenant does not have the delivery, or if it is being attempted now.
 */
export async function redeliver(
  { db, systemNow, wake }: DeliveryContext,
  { tenant, deliveryId }: { tenant: Tenant; deliveryId: string },
): Promise<void> {
  const now = systemNow();
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state: 'pending', attempts: 0, dueAt: readClock(tenant.clock, now), leaseUntilSystem: 0 })
    .where('tenantId', '=', tenant.id)
    .where('id', '=', deliveryId)
    .where('leaseUntilSystem', '<', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await refuse({ db }, { tenantId: tenant.id, deliveryId });
  wake();
}

async function refuse(
  { db }: Pick<DeliveryContext, 'db'>,
  { tenantId, deliveryId }: { tenantId: string; deliveryId: string },
): Promise<Refusal> {
  const row = await db
    .selectFrom('deliveries')
    .where('tenantId', '=', tenantId)
    .where('id', '=', deliveryId)
    .select('id')
    .executeTakeFirst();
  const [code, message] = row
    ? (['conflict', 'The delivery is being attempted now. Wait for the end of the attempt and try again.'] as const)
    : (['not_found', 'This organization has no such delivery. Take an id from the list of deliveries.'] as const);
  return new Refusal(code, { rule: 'HOOK-4', field: 'deliveryId', message });
}
