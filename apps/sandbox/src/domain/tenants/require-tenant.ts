import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { DomainError } from '../domain-error.ts';

/** Reads a tenant's row. Refuses an id that there is none of. */
export async function requireTenant(db: Db, id: string): Promise<Row<'tenants'>> {
  const row = await db.selectFrom('tenants').where('id', '=', id).selectAll().executeTakeFirst();
  if (row) return row;
  const message = 'There is no such tenant. Create it with POST /_sandbox/tenants, or use default.';
  throw new DomainError('not_found', { field: 'tenant', message });
}
