import type { Tenant } from '../domain/tenants/tenant.ts';
import type { Db } from '../storage/database.ts';

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
