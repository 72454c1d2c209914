import type { Db } from '../../storage/database.ts';
import type { CredentialKind, Row } from '../../storage/tables.ts';
import type { Fault } from '../faults/fault.ts';
import { DomainError } from '../refusal.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** An organization with everything that is set for it. State of two tenants never meets. */
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

/** A tenant's clock: at a distance from the system's, or standing still. */
export interface Clock {
  offsetInMs: number;
  frozenAtInMs: number | undefined;
}

/** What the clock shows, in milliseconds since 1970. */
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
    // What a later version adds has its default.
    settings: { ...defaultSettings, ...(JSON.parse(row.settingsJson) as Partial<Settings>) },
    faults: JSON.parse(row.faultsJson) as Fault[],
    clock: { offsetInMs: row.clockOffset, frozenAtInMs: row.clockFrozenAt ?? undefined },
  };
}

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

/** Reads a tenant's row. Refuses an id that there is none of. */
export async function requireTenant(db: Db, id: string): Promise<Row<'tenants'>> {
  const row = await db.selectFrom('tenants').where('id', '=', id).selectAll().executeTakeFirst();
  if (row) return row;
  const message = 'There is no such tenant. Create it with POST /_sandbox/tenants, or use default.';
  throw new DomainError('not_found', { field: 'tenant', message });
}
