import { tenantTime } from '../domain/clock/clock.ts';
import { rowToTenant, type Tenant } from '../domain/tenants/tenant.ts';
import type { Db } from '../storage/database.ts';
import type { Row } from '../storage/tables.ts';

/** A delivery that only its claimer may attempt until its lease ends. */
export interface ClaimedDelivery {
  tenant: Tenant;
  webhookUrl: string;
  deliveryId: string;
  /** The exact text to send. */
  body: string;
  /** How many attempts have failed since the event happened or the delivery was last repeated by hand. */
  attempts: number;
  /** On the tenant's clock. */
  dueAt: number;
  /** On the system's clock. */
  leaseUntilSystem: number;
}

/** Which deliveries to claim. */
export interface ClaimOptions {
  /** On the system's clock. */
  systemNow: number;
  limit: number;
  /** Default: every tenant. */
  tenantId?: string | undefined;
  /** Only this delivery, even if it is not due or its tenant's clock is being advanced. Default: all that are due. */
  deliveryId?: string | undefined;
  /** Tenants to skip. */
  exceptTenantIds?: string[] | undefined;
  /** A time on the tenant's clock. Default: what each tenant's clock shows. */
  dueUntil?: number | undefined;
}

/** How much longer than the receiver's time-out a lease lasts: for the work before and after the request. */
const leaseMarginInMs = 1000;

/**
 * Takes a lease on pending deliveries, so that nobody else attempts them, and reads what an attempt needs. Nothing is due for
 * tenants without a webhook address (our choice: not shown) or whose clock is being advanced. Call it in a transaction.
 *
 * A delivery is free if its `leaseUntilSystem` is 0 or past, and otherwise leased: to the runner, to a drain or to an advance of the
 * clock, maybe of a process that was killed. A claim takes the lease. To store the outcome or to give the lease back frees the
 * delivery, as does the end of the lease. Writes depend on the lease, so an attempt that has lost it changes nothing.
 */
export async function claimDeliveries(trx: Db, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const rows = await selectClaimable(trx, options).execute();
  const claimed: ClaimedDelivery[] = [];
  for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId)) {
    claimed.push(...(await claimOfTenant(trx, { tenantId, own, systemNow: options.systemNow })));
  }
  return claimed;
}

async function claimOfTenant(
  trx: Db,
  { tenantId, own, systemNow }: { tenantId: string; own: Claimable[]; systemNow: number },
): Promise<ClaimedDelivery[]> {
  const row = await trx.selectFrom('tenants').where('id', '=', tenantId).selectAll().executeTakeFirst();
  const webhookUrl = row?.webhookUrl;
  // The tenant, or its address, was removed meanwhile.
  if (!row || !webhookUrl) return [];
  const tenant = rowToTenant(row);
  const leaseUntilSystem = systemNow + tenant.settings.webhookTimeoutInMs + leaseMarginInMs;
  const [ids, eventIds] = [own.map(({ deliveryId }) => deliveryId), own.map(({ eventId }) => eventId)];
  const deliveries = trx.updateTable('deliveries').where('tenantId', '=', tenantId).where('id', 'in', ids);
  await deliveries.set({ leaseUntilSystem }).execute();
  // There is an event for each delivery.
  const events = trx.selectFrom('events').where('tenantId', '=', tenantId).where('id', 'in', eventIds);
  const bodies = new Map((await events.select(['id', 'body']).execute()).map(({ id, body }) => [id, body]));
  return own.map(({ deliveryId, eventId, attempts, dueAt }) => ({
    tenant,
    webhookUrl,
    deliveryId,
    body: bodies.get(eventId) ?? '',
    attempts,
    dueAt,
    leaseUntilSystem,
  }));
}

type Claimable = Pick<Row<'deliveries'>, 'tenantId' | 'eventId' | 'attempts' | 'dueAt'> & { deliveryId: string };

function selectClaimable(
  trx: Db,
  { systemNow, limit, tenantId, deliveryId, exceptTenantIds = [], dueUntil }: ClaimOptions,
) {
  // A cross join makes SQLite go from the tenants to their few due rows. Otherwise it would read all rows.
  let query = trx
    .selectFrom('tenants')
    .crossJoin('deliveries')
    .whereRef('deliveries.tenantId', '=', 'tenants.id')
    .where('tenants.webhookUrl', 'is not', null)
    .where('deliveries.state', '=', 'pending')
    .where('deliveries.leaseUntilSystem', '<', systemNow)
    .orderBy('deliveries.dueAt')
    .orderBy('deliveries.id')
    .limit(limit)
    .select(['deliveries.tenantId', 'deliveries.id as deliveryId', 'deliveries.eventId'])
    .select(['deliveries.attempts', 'deliveries.dueAt']);
  if (tenantId !== undefined) query = query.where('tenants.id', '=', tenantId);
  if (exceptTenantIds.length > 0) query = query.where('tenants.id', 'not in', exceptTenantIds);
  return deliveryId === undefined
    ? query
        .where('tenants.advanceLeaseUntilSystem', '<', systemNow)
        .where('deliveries.dueAt', '<=', dueUntil ?? tenantTime(systemNow))
    : query.where('deliveries.id', '=', deliveryId);
}

/** Gives a lease back if it is still ours, so that the delivery is due again. */
export async function giveBackDelivery(
  db: Db,
  { tenant, deliveryId, leaseUntilSystem }: Pick<ClaimedDelivery, 'tenant' | 'deliveryId' | 'leaseUntilSystem'>,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ leaseUntilSystem: 0 })
    .where((eb) => eb.and({ tenantId: tenant.id, id: deliveryId, leaseUntilSystem }))
    .execute();
}
