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
 * processes that ask at once get separate decisions. Costs nothing if the tenant has no fault for the target. Call it outside
 * the transaction that the fault should break.
 */
export async function injectFault(db: Db, tenant: FaultyTenant, target: FaultTarget): Promise<Fault | undefined> {
  let { faults } = tenant;
  while (faults.some((fault) => canInject(fault, target.target))) {
    const { faults: next, injected } = decideFault(faults, target);
    if (await replaceFaults(db, { tenantId: tenant.id, from: faults, to: next })) return injected;
    faults = await readFaults(db, tenant.id);
  }
  return undefined;
}

/** Changes the faults if they are still the ones of the decision. */
async function replaceFaults(
  db: Db,
  { tenantId, from, to }: { tenantId: string; from: Fault[]; to: Fault[] },
): Promise<boolean> {
  const [faultsBefore, faultsJson] = [JSON.stringify(from), JSON.stringify(to)];
  if (faultsBefore === faultsJson) return true;
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({ faultsJson })
    .where('id', '=', tenantId)
    .where('faultsJson', '=', faultsBefore)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const faultsOf = (db: Db, tenantId: string) => db.selectFrom('tenants').where('id', '=', tenantId).select('faultsJson');

const parseFaults = (row: { faultsJson: string } | undefined): Fault[] => (row ? JSON.parse(row.faultsJson) : []);

/** The present faults. */
export async function readFaults(db: Db, tenantId: string): Promise<Fault[]> {
  return parseFaults(await faultsOf(db, tenantId).executeTakeFirst());
}

/** The faults, locked until the transaction ends. SQLite has one writer at a time anyway. */
export async function lockFaults(trx: Db, tenantId: string): Promise<Fault[]> {
  const query = faultsOf(trx, tenantId);
  return parseFaults(await (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirst());
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
