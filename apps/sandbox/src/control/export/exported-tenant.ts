import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { Row } from '../../storage/tables.ts';
import type { TenantTableName } from '../../storage/tenant-tables.ts';

/** The state of a tenant as one document. */
export type ExportedTenant = ControlSchema<'Export'>;

/** An exported row, without the columns that belong to the tenant or to the moment. */
export type ExportedRow = Record<string, unknown>;

/** Columns that older exports lack, with their default values. */
const laterColumns: { [Table in TenantTableName]?: Partial<Row<Table>> } = {
  otps: { tries: 0 },
  deliveryAttempts: { failure: null },
  // The import finds the event of the posting.
  ledgerEntries: { eventId: null },
};

/** Adds the columns that an older export lacks. */
export function addLaterColumns(tables: ExportedTenant['tables']): ExportedTenant['tables'] {
  const added = Object.entries(laterColumns).flatMap(([table, columns]) => {
    const rows = tables[table];
    return rows === undefined ? [] : [[table, rows.map((row) => ({ ...columns, ...row }))]];
  });
  return { ...tables, ...Object.fromEntries(added) };
}

/** The version of the document. */
export const exportVersion = 1;

/**
 * Columns that are not exported, with what an import writes into them: the client is the importing tenant's, and a lease
 * belongs to a process.
 */
export function ownColumns(table: TenantTableName, { id, clientId }: Tenant): ExportedRow {
  const tenantId = id;
  if (table === 'contracts') return { tenantId, clientId };
  return table === 'deliveries' ? { tenantId, leaseUntilSystem: 0 } : { tenantId };
}
