import type { Db } from '../../storage/database.ts';
import { type TenantTableName, tenantTableNames } from '../../storage/tables.ts';
import type { Fault } from '../faults/fault.ts';
import type { Settings } from './tenant.ts';

/** The initial state of a cleared tenant. */
export interface ClearedState {
  tenantId: string;
  /** Default: unchanged. */
  settings?: Settings;
  /** Default: none. */
  faults?: Fault[];
  /** Default: a clock that runs with the system's. */
  clock?: { offsetInMs: number; frozenAtInMs: number | null };
}

/**
 * Removes everything of a tenant except its credentials and its webhook. Call it in a transaction. It changes the tenant's row
 * first, so that a second call at the same time waits.
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

/** Removes a tenant's rows from every table except those to keep. Call it in a transaction. */
export async function deleteTenantRows(
  trx: Db,
  { tenantId, keep = [] }: { tenantId: string; keep?: TenantTableName[] },
): Promise<void> {
  for (const table of tenantTableNames.filter((name) => !keep.includes(name))) {
    await trx.deleteFrom(table).where('tenantId', '=', tenantId).execute();
  }
}

/** Removes the tokens of the tenant's users (LEGACY-2), and keeps the tenant's own. */
async function deleteUserTokens(trx: Db, tenantId: string): Promise<void> {
  await trx.deleteFrom('credentials').where('tenantId', '=', tenantId).where('userId', 'is not', null).execute();
}
