import type { Db } from '../../storage/database.ts';
import type { CredentialKind } from '../../storage/tables.ts';
import { rowToTenant, type Tenant } from './tenant.ts';

/** Who holds a token. */
export interface Caller {
  tenant: Tenant;
  kind: CredentialKind;
  /** The user that a legacy user token stands for; undefined where it stands for any. */
  userId: number | undefined;
}

/** Finds the holder of a token by the token's hash. */
export async function findCaller(db: Db, tokenHash: string): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('credentials')
    .innerJoin('tenants', 'tenants.id', 'credentials.tenantId')
    .where('tokenHash', '=', tokenHash)
    .selectAll('tenants')
    .select(['credentials.kind', 'credentials.userId'])
    .executeTakeFirst();
  return row && { tenant: rowToTenant(row), kind: row.kind, userId: row.userId ?? undefined };
}

/** Finds a tenant by its own id. */
export async function findTenant(db: Db, id: string): Promise<Tenant | undefined> {
  const row = await db.selectFrom('tenants').where('id', '=', id).selectAll().executeTakeFirst();
  return row && rowToTenant(row);
}

/** Finds a tenant by its client id, which the ticket call and the checkout URL carry. */
export async function findTenantOfClient(db: Db, clientId: string): Promise<Tenant | undefined> {
  const row = await db.selectFrom('tenants').where('clientId', '=', clientId).selectAll().executeTakeFirst();
  return row && rowToTenant(row);
}
