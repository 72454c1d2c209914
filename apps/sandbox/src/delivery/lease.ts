import type { Tenant } from '../domain/tenants/tenant.ts';
import type { Db } from '../storage/database.ts';

/**
 * How much longer than the receiver's time-out a lease lasts: for the work before and after the request, and for small
 * differences between the clocks of machines.
 */
const leaseMarginInMs = 1000;

/**
 * The end of a new lease, on the system's clock. A delivery is free (0, or the end has passed) or leased to one process. A claim
 * takes the lease; the stored outcome, giving it back or its end frees the delivery. Writes depend on the lease, so a process
 * that has lost it changes nothing.
 */
export function leaseUntil(systemNow: number, timeoutInMs: number): number {
  return systemNow + timeoutInMs + leaseMarginInMs;
}

/** Changes a lease if it is still ours; 0 returns it. Returns whether it was ours. */
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
