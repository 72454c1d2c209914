import type { Tables } from './tables.ts';

/** A table of which every row is one tenant's. */
export type TenantTableName = Exclude<keyof Tables, 'tenants' | 'sandboxMigrations'>;

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

/** Every table of which every row is one tenant's. A new table that is left out does not type-check. */
export const tenantTables: readonly TenantTableName[] = Object.keys(names) as TenantTableName[];
