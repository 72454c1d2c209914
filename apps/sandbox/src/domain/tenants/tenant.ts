import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Db } from '../../storage/database.ts';
import type { CredentialKind, Row } from '../../storage/tables.ts';
import type { Fault } from '../faults/fault.ts';
import { DomainError } from '../refusal.ts';
import { hashSecret } from '../secret.ts';

/** The agreement of the operator with an organization at onboarding, set here through the control API. */
export type Settings = ControlSchema<'Settings'>;

/** The settings of a new tenant. Our choice: not shown. */
export const defaultSettings: Settings = {
  organizationName: 'Sandbox Shop',
  invitations: false,
  paymentMethods: ['CREDIT_CARD', 'MANUAL_BANK_TRANSFER'],
  feePercentage: 0.04,
  webhookTimeoutInMs: 10_000,
  usersApiRequestsPerMinute: 100,
  requestLogLimit: 100_000,
  settlement: {
    automatic: false,
    releaseAfterInSeconds: 0,
    completeAfterInSeconds: 0,
    cashOut: 'BANK_TRANSFER',
  },
};

/** An organization with all its settings. Tenants share no state. */
export interface Tenant {
  id: string;
  clientId: string;
  clientSecretHash: string;
  webhookUrl: string | undefined;
  webhookSecret: string;
  settings: Settings;
  faults: Fault[];
  clock: Clock;
}

/**
 * A tenant's clock. It runs at an offset from the system's clock, or is frozen. Freezing and resuming change between the two,
 * advancing moves either forward, and only a reset puts it back.
 */
export interface Clock {
  offsetInMs: number;
  frozenAtInMs: number | undefined;
}

/** The time on the clock, in milliseconds since 1970. */
export function readClock({ offsetInMs, frozenAtInMs }: Clock, systemNow: number): number {
  return frozenAtInMs ?? systemNow + offsetInMs;
}

export function rowToTenant(row: Row<'tenants'>): Tenant {
  return {
    id: row.id,
    clientId: row.clientId,
    clientSecretHash: row.clientSecretHash,
    webhookUrl: row.webhookUrl ?? undefined,
    webhookSecret: row.webhookSecret,
    // A setting that a later version added gets its default.
    settings: { ...defaultSettings, ...(JSON.parse(row.settingsJson) as Partial<Settings>) },
    faults: JSON.parse(row.faultsJson) as Fault[],
    clock: { offsetInMs: row.clockOffset, frozenAtInMs: row.clockFrozenAt ?? undefined },
  };
}

/** The holder of a token. */
export interface Caller {
  tenant: Tenant;
  kind: CredentialKind;
  /** The user of a legacy user token; undefined if it stands for any user. */
  userId: number | undefined;
}

/** Finds the holder of a token. */
export async function findCaller(db: Db, token: string | undefined): Promise<Caller | undefined> {
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('credentials')
    .innerJoin('tenants', 'tenants.id', 'credentials.tenantId')
    .where('tokenHash', '=', hashSecret(token))
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

/** Reads a tenant's row. Throws if the tenant does not exist. */
export async function requireTenant(db: Db, id: string): Promise<Row<'tenants'>> {
  const row = await db.selectFrom('tenants').where('id', '=', id).selectAll().executeTakeFirst();
  if (row) return row;
  const message = 'There is no such tenant. Create it with POST /_sandbox/tenants, or use default.';
  throw new DomainError('not_found', { field: 'tenant', message });
}
