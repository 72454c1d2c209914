import type { Tenant } from '../domain/tenants/tenant.ts';
import type { Db } from '../storage/database.ts';

/**
 * How much longer than the receiver's time-out a delivery stays with one process: for what happens before and after the
 * request, and for system clocks of several machines that differ a little.
 */
const leaseMarginInMs = 1000;

/** Until when one process alone may attempt a delivery, on the system's clock. After that, another one may. */
export function leaseUntil(systemNow: number, timeoutInMs: number): number {
  return systemNow + timeoutInMs + leaseMarginInMs;
}

/** Changes a lease that is still ours; 0 gives it back. Returns whether it was. */
export async function setLease(
  db: Db,
  { tenant, deliveryId, leaseUntilSystem }: { tenant: Tenant; deliveryId: string; leaseUntilSystem: number },
  newLeaseUntilSystem: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ leaseUntilSystem: newLeaseUntilSystem })
    .where('tenantId', '=', tenant.id)
    .where('id', '=', deliveryId)
    .where('leaseUntilSystem', '=', leaseUntilSystem)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
