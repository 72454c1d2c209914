import type { Tables } from './tables.ts';

/** A table whose rows belong to tenants. */
export type TenantTableName = Exclude<keyof Tables, 'tenants' | 'sandboxMigrations' | 'sandboxInstances'>;

const names: Record<TenantTableName, true> = {
  credentials: true,
  users: true,
  bankAccounts: true,
  addresses: true,
  otps: true,
  contracts: true,
  milestones: true,
  parties: true,
  ledgerEntries: true,
  tickets: true,
  checkoutSessions: true,
  checkoutSignIns: true,
  payments: true,
  events: true,
  deliveries: true,
  deliveryAttempts: true,
  scheduledMoves: true,
  genericUsers: true,
  genericRecords: true,
  rateWindows: true,
  requests: true,
};

/** All tables whose rows belong to tenants. Leaving out a new table does not type-check. */
export const tenantTables: readonly TenantTableName[] = Object.keys(names) as TenantTableName[];
