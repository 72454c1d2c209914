import type { Db } from '../../storage/database.ts';
import { canInject, decideFault, type FaultTarget } from './decide-fault.ts';
import type { Fault } from './fault.ts';

/** The tenant, as it was read. */
interface FaultyTenant {
  id: string;
  faults: Fault[];
}

/**
 * Decides which fault to inject into an operation or, for the target `webhook`, into a delivery, and counts it. Costs nothing if the
 * tenant has no fault for the target. Call it in a transaction of its own, which the fault does not break.
 */
export async function injectFault(trx: Db, tenant: FaultyTenant, target: FaultTarget): Promise<Fault | undefined> {
  if (!tenant.faults.some((fault) => canInject(fault, target.target))) return undefined;
  const { faults, injected } = decideFault(await readFaults(trx, tenant.id), target);
  await setFaults(trx, { tenantId: tenant.id, faults });
  return injected;
}

/** The present faults. Call it in the transaction that changes them. */
export async function readFaults(trx: Db, tenantId: string): Promise<Fault[]> {
  const row = await trx.selectFrom('tenants').where('id', '=', tenantId).select('faultsJson').executeTakeFirst();
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
