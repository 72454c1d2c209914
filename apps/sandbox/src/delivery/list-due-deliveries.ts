import type { Db } from '../storage/database.ts';

/** A delivery that is due, with the end of the lease that somebody may have on it. */
export interface DueDelivery {
  id: string;
  dueAt: number;
  leaseUntilSystem: number;
}

/** The deliveries of a tenant that are due until a time on its clock, the earliest first. Without an address, none is. */
export function listDueDeliveries(
  db: Db,
  { tenantId, dueUntil, limit }: { tenantId: string; dueUntil: number; limit: number },
): Promise<DueDelivery[]> {
  return db
    .selectFrom('tenants')
    .innerJoin('deliveries', 'deliveries.tenantId', 'tenants.id')
    .where('tenants.id', '=', tenantId)
    .where('tenants.webhookUrl', 'is not', null)
    .where('deliveries.state', '=', 'pending')
    .where('deliveries.dueAt', '<=', dueUntil)
    .orderBy('deliveries.dueAt')
    .orderBy('deliveries.id')
    .limit(limit)
    .select(['deliveries.id', 'deliveries.dueAt', 'deliveries.leaseUntilSystem'])
    .execute();
}
