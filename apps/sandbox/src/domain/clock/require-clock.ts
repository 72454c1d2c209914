import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import { findTenant, type Tenant } from '../tenants/tenant.ts';

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
