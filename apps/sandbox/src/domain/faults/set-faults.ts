import type { Db } from '../../storage/database.ts';
import type { Fault } from './fault.ts';

/** Replaces a tenant's faults. */
export async function setFaults(
  db: Db,
  { tenantId, faults }: { tenantId: string; faults: Fault[] },
): Promise<{ faults: Fault[] }> {
  await db
    .updateTable('tenants')
    .set({ faultsJson: JSON.stringify(faults) })
    .where('id', '=', tenantId)
    .execute();
  return { faults };
}
