import { tenantTime } from '../domain/clock/clock.ts';
import { defaultSettings } from '../domain/tenants/settings.ts';
import { type Database, type Db, isPostgres } from '../storage/database.ts';
import { leaseUntil } from './lease.ts';
import { type ClaimedDelivery, loadClaimedDeliveries } from './load-claimed-deliveries.ts';

/** Which deliveries to claim. */
export interface ClaimOptions {
  systemNow: number;
  limit: number;
  /** Default: every tenant. */
  tenantId?: string | undefined;
  /** Tenants to skip. */
  exceptTenantIds?: string[] | undefined;
  /** A time on the tenant's clock. Default: what each tenant's clock shows. */
  dueUntil?: number | undefined;
}

/**
 * Takes a lease on due deliveries, so that no other process attempts them, and reads what an attempt needs. Nothing is due for
 * tenants without a webhook address (our choice: not shown) or whose clock is being advanced. A claimed delivery that could not
 * be read is free again at once.
 */
export function claimDeliveries(db: Database, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  return db.transaction().execute((trx) => claimDue(trx, options));
}

async function claimDue(db: Db, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const lease = leaseUntil(options.systemNow, defaultSettings.webhookTimeoutInMs);
  const claimed = await db
    .with('due', () => selectDue(db, options))
    .updateTable('deliveries')
    .set({ leaseUntilSystem: lease })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('deliveries.tenantId', 'deliveries.id'),
        'in',
        selectFrom('due').select(['due.tenantId', 'due.id']).$asTuple('tenantId', 'id'),
      ),
    )
    .returning(['tenantId', 'id'])
    .execute();
  return loadClaimedDeliveries(db, { claimed, lease, systemNow: options.systemNow });
}

function selectDue(db: Db, { systemNow, limit, tenantId, exceptTenantIds = [], dueUntil }: ClaimOptions) {
  // A cross join makes SQLite go from the tenants to their few due rows. Otherwise it would read all rows.
  let query = db
    .selectFrom('tenants')
    .crossJoin('deliveries')
    .whereRef('deliveries.tenantId', '=', 'tenants.id')
    .where('tenants.webhookUrl', 'is not', null)
    .where('tenants.advanceLeaseUntilSystem', '<', systemNow)
    .where('deliveries.state', '=', 'pending')
    .where('deliveries.leaseUntilSystem', '<', systemNow)
    .where('deliveries.dueAt', '<=', dueUntil ?? tenantTime(systemNow))
    .orderBy('deliveries.dueAt')
    .orderBy('deliveries.id')
    .limit(limit)
    .select(['deliveries.tenantId', 'deliveries.id']);
  if (tenantId !== undefined) query = query.where('tenants.id', '=', tenantId);
  if (exceptTenantIds.length > 0) query = query.where('tenants.id', 'not in', exceptTenantIds);
  // Processes that claim at the same time skip each other's rows instead of waiting for them. SQLite has one process, one
  // connection, and no such clause.
  return isPostgres(db) ? query.forUpdate('deliveries').skipLocked() : query;
}

/**
 * Takes the lease on one delivery, even while its tenant's clock is being advanced. Undefined if another process has it, or if
 * it is no longer pending.
 */
export async function claimDelivery(
  db: Db,
  { tenantId, deliveryId, systemNow }: { tenantId: string; deliveryId: string; systemNow: number },
): Promise<ClaimedDelivery | undefined> {
  const lease = leaseUntil(systemNow, defaultSettings.webhookTimeoutInMs);
  const claimed = await db
    .updateTable('deliveries')
    .set({ leaseUntilSystem: lease })
    .where('tenantId', '=', tenantId)
    .where('id', '=', deliveryId)
    .where('state', '=', 'pending')
    .where('leaseUntilSystem', '<', systemNow)
    .returning(['tenantId', 'id'])
    .execute();
  return (await loadClaimedDeliveries(db, { claimed, lease, systemNow }))[0];
}
