import { isClockTime, requireClock } from '../../domain/clock/clock.ts';
import { DomainError } from '../../domain/refusal.ts';
import { clearTenant } from '../../domain/tenants/clear-tenant.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import { checkValues } from '../../http/read-request.ts';
import type { Database, Db } from '../../storage/database.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { inBatches } from '../../storage/sql.ts';
import { type TenantTableName, tenantTableNames } from '../../storage/tables.ts';
import { checkRows } from './check-rows.ts';
import { type ExportedRow, type ExportedTenant, ownColumns } from './export-tenant.ts';

/**
 * Replaces a tenant's state by an exported one, of this tenant or another, completely or not at all. The tenant keeps its
 * credentials and webhook.
 *
 * Throws if the document is not an export, if a token of its users is in use by another tenant here, or if the tenant's clock is
 * being advanced.
 */
export async function importTenant(
  db: Database,
  { tenant, exported, systemNow }: { tenant: Tenant; exported: ExportedTenant; systemNow: number },
): Promise<void> {
  checkValues(exported.tenant, 'tenant');
  checkClock(exported.tenant.clock, systemNow);
  checkRows(exported, tenant);
  const { settings, faults, clock } = exported.tenant;
  try {
    await db.transaction().execute(async (trx) => {
      await requireClock(trx, { tenantId: tenant.id, systemNow });
      await clearTenant(trx, { tenantId: tenant.id, settings, faults, clock });
      await checkTokens(trx, exported.tables['credentials'] ?? []);
      for (const table of tenantTableNames)
        await insertRows(trx, { table, tenant, rows: exported.tables[table] ?? [] });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'The document has two rows with the same key. Import what an export returned.';
    throw new DomainError('rule_violation', { field: 'tables', message });
  }
}

/** A running clock keeps its distance from the system's clock; a stopped one keeps its time. */
function checkClock({ offsetInMs, frozenAtInMs }: ExportedTenant['tenant']['clock'], systemNow: number): void {
  if (isClockTime(systemNow + offsetInMs) && isClockTime(frozenAtInMs ?? systemNow)) return;
  const message = 'The clock would be before 1970 or after the year 9999. Import what an export returned.';
  throw new DomainError('rule_violation', { field: 'tenant.clock', message });
}

/** A token belongs to one user of one tenant. The tenant's own user tokens are already removed here. */
async function checkTokens(trx: Db, rows: ExportedRow[]): Promise<void> {
  for (const batch of inBatches(rows)) {
    const hashes = batch.map((row) => String(row['tokenHash']));
    const taken = await trx
      .selectFrom('credentials')
      .where('tokenHash', 'in', hashes)
      .select('tokenHash')
      .executeTakeFirst();
    if (!taken) continue;
    const message =
      'Another tenant here uses a token of one of the users. Reset or remove the tenant that the state is from.';
    throw new DomainError('conflict', { field: 'tables.credentials', message });
  }
}

async function insertRows(
  trx: Db,
  { table, tenant, rows }: { table: TenantTableName; tenant: Tenant; rows: ExportedRow[] },
): Promise<void> {
  for (const batch of inBatches(rows)) {
    const complete = batch.map((row) => ({ ...row, ...ownColumns(table, tenant, row) }));
    // The rows were checked against the columns of the table.
    await trx
      .insertInto(table)
      .values(complete as never)
      .execute();
  }
}
