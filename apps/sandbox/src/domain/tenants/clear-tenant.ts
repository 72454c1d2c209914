import type { Db } from '../../storage/database.ts';
import type { Fault } from '../faults/fault.ts';
import { deleteTenantRows, deleteUserTokens } from './delete-tenant-rows.ts';
import type { Settings } from './settings.ts';

/** What a cleared tenant starts with. */
export interface ClearedState {
  tenantId: string;
  /** Default: what is set already. */
  settings?: Settings;
  /** Default: none. */
  faults?: Fault[];
  /** Default: a clock that runs with the system's. */
  clock?: { offsetInMs: number; frozenAtInMs: number | null };
}

/**
 * Removes everything of a tenant but its credentials and its webhook. Call it in a transaction. The tenant's row comes
 * first: of two that do so at once, the second waits for the first.
 */
export async function clearTenant(
  trx: Db,
  { tenantId, settings, faults = [], clock = { offsetInMs: 0, frozenAtInMs: null } }: ClearedState,
): Promise<void> {
  await trx
    .updateTable('tenants')
    .set({
      ...(settings && { settingsJson: JSON.stringify(settings) }),
      faultsJson: JSON.stringify(faults),
      clockOffset: clock.offsetInMs,
      clockFrozenAt: clock.frozenAtInMs,
    })
    .where('id', '=', tenantId)
    .execute();
  await deleteTenantRows(trx, { tenantId, keep: ['credentials'] });
  await deleteUserTokens(trx, tenantId);
}
