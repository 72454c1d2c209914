import type { Db } from '../storage/database.ts';

/** The deliveries of a tenant that are due until a time on its clock, earliest first. None without a webhook address. */
export function listDueDeliveries(
  db: Db,
  { tenantId, dueUntil, limit }: { tenantId: string; dueUntil: number; limit: number },
) {
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

interface NextDueOptions {
  systemNow: number;
  /** A time on the system's clock. */
  horizon: number;
  /** Tenants to skip. */
  exceptTenantIds: string[];
}

/**
 * When the next delivery or scheduled move is due, on the system's clock; undefined if none is due until `horizon`. On a frozen
 * clock nothing becomes due.
 */
export async function findNextDue(db: Db, options: NextDueOptions): Promise<number | undefined> {
  const times = [await findNextDelivery(db, options), await findNextMove(db, options)];
  const found = times.filter((time) => typeof time === 'number');
  return found.length === 0 ? undefined : Math.min(...found);
}

async function findNextDelivery(
  db: Db,
  { systemNow, horizon, exceptTenantIds }: NextDueOptions,
): Promise<number | null | undefined> {
  // A cross join makes SQLite go from the tenants to their few due rows. Otherwise it would read all rows.
  let query = db
    .selectFrom('tenants')
    .crossJoin('deliveries')
    .whereRef('deliveries.tenantId', '=', 'tenants.id')
    .where('tenants.clockFrozenAt', 'is', null)
    .where('tenants.advanceLeaseUntilSystem', '<', systemNow)
    .where('tenants.webhookUrl', 'is not', null)
    .where('deliveries.state', '=', 'pending')
    .where('deliveries.leaseUntilSystem', '<', systemNow)
    .where(({ eb, ref }) => eb('deliveries.dueAt', '<=', eb(ref('tenants.clockOffset'), '+', horizon)))
    .select(({ fn, eb }) => fn.min(eb('deliveries.dueAt', '-', eb.ref('tenants.clockOffset'))).as('dueAt'));
  if (exceptTenantIds.length > 0) query = query.where('tenants.id', 'not in', exceptTenantIds);
  return (await query.executeTakeFirst())?.dueAt;
}

async function findNextMove(db: Db, { systemNow, horizon }: NextDueOptions): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('tenants')
    .crossJoin('scheduledMoves')
    .whereRef('scheduledMoves.tenantId', '=', 'tenants.id')
    .where('tenants.clockFrozenAt', 'is', null)
    .where('tenants.advanceLeaseUntilSystem', '<', systemNow)
    .where(({ eb, ref }) => eb('scheduledMoves.dueAt', '<=', eb(ref('tenants.clockOffset'), '+', horizon)))
    .select(({ fn, eb }) => fn.min(eb('scheduledMoves.dueAt', '-', eb.ref('tenants.clockOffset'))).as('dueAt'))
    .executeTakeFirst();
  return row?.dueAt;
}
