import type { Database } from '../../storage/database.ts';
import { DomainError } from '../refusal.ts';
import type { Fault } from './fault.ts';
import { lockFaults, setFaults } from './inject-fault.ts';

/** The most faults of a tenant, as in the document's `NewFaults`. */
const mostFaults = 1000;

/** Adds a fault at the end of the list. Several callers at once do not undo each other's changes. */
export async function addFault(db: Database, { tenantId, fault }: { tenantId: string; fault: Fault }): Promise<Fault> {
  await db.transaction().execute(async (trx) => {
    const faults = await lockFaults(trx, tenantId);
    if (faults.length >= mostFaults) {
      throw new DomainError('conflict', { message: `There are already ${mostFaults} faults. Remove some first.` });
    }
    await setFaults(trx, { tenantId, faults: [...faults, fault] });
  });
  return fault;
}

/** Removes one fault. Throws if it is not there. Several callers at once do not undo each other's changes. */
export function removeFault(
  db: Database,
  { tenantId, faultId }: { tenantId: string; faultId: string },
): Promise<{ faults: Fault[] }> {
  return db.transaction().execute(async (trx) => {
    const faults = await lockFaults(trx, tenantId);
    const others = faults.filter(({ id }) => id !== faultId);
    if (others.length < faults.length) return setFaults(trx, { tenantId, faults: others });
    const message = 'There is no such fault. It may have been removed meanwhile: list the faults again.';
    throw new DomainError('not_found', { field: 'faultId', message });
  });
}
