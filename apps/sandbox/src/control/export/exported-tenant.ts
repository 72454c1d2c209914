import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { TenantTableName } from '../../storage/tables.ts';

/** The state of a tenant as one document. */
export type ExportedTenant = ControlSchema<'Export'>;

/** An exported row, without the columns that belong to the tenant or to the moment. */
export type ExportedRow = Record<string, unknown>;

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
