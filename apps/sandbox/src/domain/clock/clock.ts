import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import { type Clock, findTenant, type Tenant } from '../tenants/tenant.ts';

/** Reads a tenant whose clock nobody advances at this moment. Refuses an unknown tenant and a clock being advanced. */
export async function requireClock(
  db: Db,
  { tenantId, systemNow }: { tenantId: string; systemNow: number },
): Promise<Tenant> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) {
    const message = 'There is no such tenant. Create it first.';
    throw new Refusal('not_found', { rule: 'ERR-1', field: 'tenant', message });
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

/** The refusal of a second one who would set a clock that is being advanced. */
export function clockIsAdvanced(): Refusal {
  const message = 'The clock of this tenant is being advanced at this moment. Wait for its end and ask again.';
  return new Refusal('conflict', { rule: 'HOOK-4', field: 'clock', message });
}

/**
 * Stops a tenant's clock where it stands; a stopped one stays as it is. What is due at that moment is still done. Returns
 * the clock. Refuses one that is being advanced. Wake the runner after the commit.
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
 * Lets a stopped clock go on from where it stands; a running one stays as it is. Returns the clock. Refuses one that is
 * being advanced. Wake the runner after the commit.
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

/** What the clock of the tenant in the same row shows, in SQL. The system's time is handed in, as everywhere. */
export function tenantTime(systemNow: number): RawBuilder<number> {
  return sql<number>`coalesce(${sql.ref('tenants.clockFrozenAt')}, ${systemNow} + ${sql.ref('tenants.clockOffset')})`;
}

/** The last moment that a timestamp has a form for: the end of the year 9999. A clock shows nothing later. */
const latestInMs = Date.UTC(10_000, 0, 1) - 1;

/** Tells whether a clock may show a time, in milliseconds since 1970. */
export function isClockTime(timeInMs: number): boolean {
  return timeInMs >= 0 && timeInMs <= latestInMs;
}
