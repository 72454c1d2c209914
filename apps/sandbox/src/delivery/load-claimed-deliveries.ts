import { rowToTenant, type Tenant } from '../domain/tenants/tenant.ts';
import type { Db } from '../storage/database.ts';
import { leaseUntil, setLease } from './lease.ts';

/** A delivery of a tenant. */
export interface DeliveryKey {
  tenantId: string;
  id: string;
}

/** A delivery that only this process may attempt until its lease ends. */
export interface ClaimedDelivery {
  tenant: Tenant;
  webhookUrl: string;
  deliveryId: string;
  milestoneId: string;
  /** The status that the event reports. */
  status: string;
  /** The exact text to send. */
  body: string;
  /** How many attempts of this series have failed. */
  attempts: number;
  dueAt: number;
  leaseUntilSystem: number;
}

/** Reads what an attempt needs, and adjusts each lease to its tenant's time-out. */
export async function loadClaimedDeliveries(
  db: Db,
  { claimed, lease, systemNow }: { claimed: DeliveryKey[]; lease: number; systemNow: number },
): Promise<ClaimedDelivery[]> {
  if (claimed.length === 0) return [];
  const deliveries: ClaimedDelivery[] = [];
  for (const delivery of await selectClaimed(db, claimed, lease)) {
    // The claim is one statement for many tenants, and no SQL for both databases can read their settings.
    const wanted = leaseUntil(systemNow, delivery.tenant.settings.webhookTimeoutInMs);
    const hasAddress = delivery.webhookUrl !== '';
    const isOurs = wanted === lease && hasAddress ? true : await setLease(db, delivery, hasAddress ? wanted : 0);
    if (isOurs && hasAddress) deliveries.push({ ...delivery, leaseUntilSystem: wanted });
  }
  return deliveries;
}

async function selectClaimed(db: Db, claimed: DeliveryKey[], lease: number): Promise<ClaimedDelivery[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('tenants', 'tenants.id', 'deliveries.tenantId')
    .innerJoin('events', (join) =>
      join.onRef('events.tenantId', '=', 'deliveries.tenantId').onRef('events.id', '=', 'deliveries.eventId'),
    )
    .where('deliveries.tenantId', 'in', [...new Set(claimed.map(({ tenantId }) => tenantId))])
    .where('deliveries.id', 'in', [...new Set(claimed.map(({ id }) => id))])
    .where('deliveries.leaseUntilSystem', '=', lease)
    .orderBy('deliveries.dueAt')
    .orderBy('deliveries.id')
    .selectAll('tenants')
    .select(['deliveries.id as deliveryId', 'deliveries.milestoneId', 'deliveries.attempts', 'deliveries.dueAt'])
    .select(['events.status', 'events.body'])
    .execute();
  // Two tenants may have deliveries with the same id, if one was imported from the other.
  const keys = new Set(claimed.map(({ tenantId, id }) => `${tenantId} ${id}`));
  return rows
    .filter(({ id, deliveryId }) => keys.has(`${id} ${deliveryId}`))
    .map(({ deliveryId, milestoneId, attempts, dueAt, status, body, ...row }) => ({
      tenant: rowToTenant(row),
      webhookUrl: row.webhookUrl ?? '',
      deliveryId,
      milestoneId,
      attempts,
      dueAt,
      status,
      body,
      leaseUntilSystem: lease,
    }));
}
