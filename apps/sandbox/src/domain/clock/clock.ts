import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import { type Clock, findTenant, type Tenant } from '../tenants/tenant.ts';

/** Reads a tenant. Throws if it does not exist or its clock is being advanced. */
export async function requireClock(
  db: Db,
  { tenantId, systemNow }: { tenantId: string; systemNow: number },
): Promise<Tenant> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) {
    const message = 'There is no such tenant. Create it first.';
    throw new Refusal('not_found', { rule: 'ERR-1b', field: 'tenant', message });
  }
  const row = await db
    .selectFrom('tenants')
    .where('id', '=', tenantId)
    .where('advanceLeaseUntilSystem', '>=', systemNow)
    .select('id')
    .executeTakeFirst();
  if (row) throw clockIsAdvanced();
  return tenant;
}

/** The error for a clock that is being advanced. */
export function clockIsAdvanced(): Refusal {
  const message = 'The clock of this tenant is being advanced now. Wait until that has ended and try again.';
  return new Refusal('conflict', { rule: 'HOOK-4', field: 'clock', message });
}

/**
 * Stops a tenant's clock at its present time; a stopped one stays as it is. What is due at that moment is still done. Returns
 * the clock. Throws if it is being advanced. Wake the runner after the commit.
 */
export async function freezeClock(
  db: Db,
  { tenantId, systemNow }: { tenantId: string; systemNow: number },
): Promise<Clock> {
  await db
    .updateTable('tenants')
    .set(({ eb, ref }) => ({ clockFrozenAt: eb(ref('clockOffset'), '+', systemNow) }))
    .where('id', '=', tenantId)
    .where('clockFrozenAt', 'is', null)
    .where('advanceLeaseUntilSystem', '<', systemNow)
    .execute();
  return (await requireClock(db, { tenantId, systemNow })).clock;
}

/**
 * Lets a stopped clock run again from where it stopped; a running one stays as it is. Returns the clock. Throws if it is being
 * advanced. Wake the runner after the commit.
 */
export async function resumeClock(
  db: Db,
  { tenantId, systemNow }: { tenantId: string; systemNow: number },
): Promise<Clock> {
  await db
    .updateTable('tenants')
    .set(({ eb, ref }) => ({ clockOffset: eb(ref('clockFrozenAt'), '-', systemNow).$notNull(), clockFrozenAt: null }))
    .where('id', '=', tenantId)
    .where('clockFrozenAt', 'is not', null)
    .where('advanceLeaseUntilSystem', '<', systemNow)
    .execute();
  return (await requireClock(db, { tenantId, systemNow })).clock;
}

/** The time on the clock of the tenant in the same row, in SQL. The system's time is an argument, as everywhere. */
export function tenantTime(systemNow: number): RawBuilder<number> {
  return sql<number>`coalesce(${sql.ref('tenants.clockFrozenAt')}, ${systemNow} + ${sql.ref('tenants.clockOffset')})`;
}

/** The last moment that a timestamp can express: the end of the year 9999. No clock goes beyond it. */
const latestInMs = Date.UTC(10_000, 0, 1) - 1;

/** Whether a clock may show a time, in milliseconds since 1970. */
export function isClockTime(timeInMs: number): boolean {
  return timeInMs >= 0 && timeInMs <= latestInMs;
}
