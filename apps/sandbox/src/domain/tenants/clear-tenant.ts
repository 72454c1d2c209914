import type { Db } from '../../storage/database.ts';
import { type TenantTableName, tenantTableNames } from '../../storage/tables.ts';

/** Removes everything of a tenant except its credentials, settings and webhook, and lets its clock run with the system's. Call it in a transaction. */
export async function clearTenant(trx: Db, tenantId: string): Promise<void> {
  await trx
    .updateTable('tenants')
    .set({ faultsJson: '[]', clockOffset: 0, clockFrozenAt: null })
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
