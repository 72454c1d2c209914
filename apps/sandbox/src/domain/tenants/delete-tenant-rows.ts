import type { Db } from '../../storage/database.ts';
import { type TenantTableName, tenantTables } from '../../storage/tenant-tables.ts';

/** Removes what a tenant has in every table but those to keep. Call it in a transaction. */
export async function deleteTenantRows(
  trx: Db,
  { tenantId, keep = [] }: { tenantId: string; keep?: TenantTableName[] },
): Promise<void> {
  for (const table of tenantTables.filter((name) => !keep.includes(name))) {
    await trx.deleteFrom(table).where('tenantId', '=', tenantId).execute();
  }
}

/** Removes the tokens of the tenant's users (LEGACY-2), and keeps those that it was created with. */
export async function deleteUserTokens(trx: Db, tenantId: string): Promise<void> {
  await trx.deleteFrom('credentials').where('tenantId', '=', tenantId).where('userId', 'is not', null).execute();
}
