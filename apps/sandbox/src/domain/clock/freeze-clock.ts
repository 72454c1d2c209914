import type { Db } from '../../storage/database.ts';
import type { Clock } from '../tenants/tenant.ts';
import { requireClock } from './require-clock.ts';

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
