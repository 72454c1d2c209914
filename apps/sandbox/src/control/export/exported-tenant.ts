import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { TenantTableName } from '../../storage/tenant-tables.ts';

/** The state of a tenant as one document. */
export type ExportedTenant = ControlSchema<'Export'>;

/** A row as it is exported: without the columns that are the tenant's own or this moment's. */
export type ExportedRow = Record<string, unknown>;

/** What is written in a document of this version. */
export const exportVersion = 1;

/**
 * Columns that are not exported, with what an import writes into them: the client is the one of the tenant, and a lease
 * is some process's, not the state's.
 */
export function ownColumns(table: TenantTableName, { id, clientId }: Tenant): ExportedRow {
  const tenantId = id;
  if (table === 'contracts') return { tenantId, clientId };
  return table === 'deliveries' ? { tenantId, leaseUntilSystem: 0 } : { tenantId };
}
