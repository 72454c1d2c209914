import { type Db, isPostgres } from '../../storage/database.ts';
import { canInject, decideFault, type FaultTarget } from './decide-fault.ts';
import type { Fault } from './fault.ts';

/** The tenant, as it was read. */
interface FaultyTenant {
  id: string;
  faults: Fault[];
}

/**
 * Decides which fault to inject into an operation or, for the target `webhook`, into a delivery, and counts it. Several
 * processes that ask at once get separate decisions. Costs nothing if the tenant has no fault for the target. Call it in a
 * transaction of its own, which the fault does not break.
 */
export async function injectFault(trx: Db, tenant: FaultyTenant, target: FaultTarget): Promise<Fault | undefined> {
  if (!tenant.faults.some((fault) => canInject(fault, target.target))) return undefined;
  const { faults, injected } = decideFault(await lockFaults(trx, tenant.id), target);
  await setFaults(trx, { tenantId: tenant.id, faults });
  return injected;
}

/** The faults, locked until the transaction ends. SQLite has one writer at a time anyway. */
export async function lockFaults(trx: Db, tenantId: string): Promise<Fault[]> {
  const query = trx.selectFrom('tenants').where('id', '=', tenantId).select('faultsJson');
  const row = await (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirst();
  return row ? JSON.parse(row.faultsJson) : [];
}

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
