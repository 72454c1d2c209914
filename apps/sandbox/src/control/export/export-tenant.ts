import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { readDeadline } from '../../domain/milestones/milestone-details.ts';
import { requireTenant, rowToTenant, type Tenant } from '../../domain/tenants/tenant.ts';
import { type Database, type Db, inSnapshot } from '../../storage/database.ts';
import { type TenantTableName, tenantTableNames } from '../../storage/tables.ts';

/** The state of a tenant as one document. */
export type ExportedTenant = ControlSchema<'Export'>;

/** An exported row, without the columns that belong to the tenant or to the moment. */
export type ExportedRow = Record<string, unknown>;

/**
 * Columns that are not exported, with what an import of `row` writes into them: the client is the importing tenant's, a lease
 * belongs to a process, and a deadline is read from the details.
 */
export function ownColumns(table: TenantTableName, { id, clientId }: Tenant, row: ExportedRow = {}): ExportedRow {
  const tenantId = id;
  if (table === 'contracts') return { tenantId, clientId };
  if (table === 'milestones') return { tenantId, deadLineAt: readDeadline(String(row['detailsJson'] ?? '{}')) };
  return table === 'deliveries' ? { tenantId, leaseUntilSystem: 0 } : { tenantId };
}

/**
 * Exports a tenant's state at one moment: every row, sorted, so that equal states give equal documents. It contains no
 * credentials but the hashes of the users' tokens (LEGACY-2), and not the webhook: these belong to the tenant. Default: with
 * the request log.
 */
export function exportTenant(
  db: Database,
  { tenantId, hasRequests = true }: { tenantId: string; hasRequests?: boolean },
): Promise<ExportedTenant> {
  return inSnapshot(db, async (trx) => {
    const tenant = rowToTenant(await requireTenant(trx, tenantId));
    const tables: Record<string, ExportedRow[]> = {};
    for (const table of tenantTableNames) {
      tables[table] = table === 'requests' && !hasRequests ? [] : await exportRows(trx, { table, tenant });
    }
    const { settings, faults, clock } = tenant;
    const { offsetInMs, frozenAtInMs = null } = clock;
    return { version: 1, tenant: { settings, faults, clock: { offsetInMs, frozenAtInMs } }, tables };
  });
}

async function exportRows(
  trx: Db,
  { table, tenant }: { table: TenantTableName; tenant: Tenant },
): Promise<ExportedRow[]> {
  const left = Object.keys(ownColumns(table, tenant));
  const rows: ExportedRow[] = await trx.selectFrom(table).where('tenantId', '=', tenant.id).selectAll().execute();
  return rows
    .filter((row) => table !== 'credentials' || row['userId'] !== null)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !left.includes(column))))
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);
}
