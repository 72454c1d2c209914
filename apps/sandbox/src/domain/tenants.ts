import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { TokenKind } from '@escrow-kit/spec';
import type { Store } from '../store/store.ts';
import { type CredentialKind, type Row, type TenantTableName, tenantTableNames } from '../store/tables.ts';
import { type Clock, rowToClock } from './clock.ts';
import { type Credentials, defaultCredentials } from './credentials.ts';
import type { Fault } from './faults.ts';
import { DomainError, Refusal } from './refusal.ts';
import type { RefuseOrNote } from './refuse-or-note.ts';
import { hashSecret, matchesSecret } from './secret.ts';

/** The agreement of the operator with an organization at onboarding, set here through the control API. */
type Settings = ControlSchema<'Settings'>;

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
    clock: rowToClock(row),
  };
}

/** Finds a tenant by its own id. */
export function findTenant(store: Store, id: string): Tenant | undefined {
  const row = store.find('tenants', { id });
  return row && rowToTenant(row);
}

/** Finds a tenant by its client id, which the ticket call and the checkout URL carry. */
export function findTenantOfClient(store: Store, clientId: string): Tenant | undefined {
  const row = store.find('tenants', { clientId });
  return row && rowToTenant(row);
}

/** Reads a tenant's row. Throws if the tenant does not exist. */
export function requireTenant(store: Store, id: string): Row<'tenants'> {
  const row = store.find('tenants', { id });
  if (row) return row;
  const message = 'This tenant does not exist. Create it with POST /_sandbox/tenants, or use default.';
  throw new DomainError('not_found', { field: 'tenant', message });
}

/** The holder of a token. */
export interface Caller {
  tenant: Tenant;
  kind: CredentialKind;
  /** The user of a legacy user token; undefined if it stands for any user. */
  userId: number | undefined;
}

/** Finds the holder of a token. */
export function findCaller(store: Store, token: string | undefined): Caller | undefined {
  const credential = token === undefined ? undefined : store.find('credentials', { tokenHash: hashSecret(token) });
  const tenant = credential && findTenant(store, credential.tenantId);
  return tenant && { tenant, kind: credential.kind, userId: credential.userId ?? undefined };
}

/** The part of a call that the rules need. */
export interface TenantCall {
  /** Commits when the handler returns, and rolls back when it throws. */
  store: Store;
  tenant: Tenant;
  /** Undefined only for the ticket call, which takes no token. */
  caller: Caller | undefined;
  /** The time on the tenant's clock, in milliseconds since 1970. */
  now: number;
  /** Notes in the request log what was accepted but deserves a look. */
  note(text: string): void;
  /** Throws a refusal. If its rule is not stated and such rules are only noted, notes it and returns. */
  refuseOrNote: RefuseOrNote;
}

/** Finds the tenant of a client id. Throws if there is none (AUTH-6a). */
export function getTenantOfClient(store: Store, clientId: unknown): Tenant {
  const tenant = typeof clientId === 'string' ? findTenantOfClient(store, clientId) : undefined;
  if (tenant) return tenant;
  throw unknownCredentials('client_id');
}

/** Throws if the client secret is not the tenant's (AUTH-6a). */
export function checkClientSecret({ clientSecretHash }: Tenant, clientSecret: string): void {
  if (!matchesSecret(clientSecret, clientSecretHash)) throw unknownCredentials('client_secret');
}

function unknownCredentials(field: 'client_id' | 'client_secret'): Refusal {
  const message = 'Send the client ID and client secret of the organization.';
  return new Refusal('unauthorized', { rule: 'AUTH-6a', field, message });
}

/** Writes a tenant with default settings, a running clock and no webhook address, completely or not at all. */
export function insertTenant(
  store: Store,
  { id, credentials, systemNow }: { id: string; credentials: Credentials; systemNow: number },
): void {
  const { clientId, clientSecret, webhookSecret, tokens } = credentials;
  store.transaction(() => {
    store.insert('tenants', {
      id,
      clientId,
      clientSecretHash: hashSecret(clientSecret),
      webhookSecret,
      settingsJson: JSON.stringify(defaultSettings),
      faultsJson: '[]',
      clockOffset: 0,
      createdAtSystem: systemNow,
    });
    for (const [kind, token] of Object.entries(tokens) as [TokenKind, string][]) {
      store.insert('credentials', { tenantId: id, tokenHash: hashSecret(token), kind });
    }
  });
}

/** The id of the tenant that every sandbox has. */
export const defaultTenantId = 'default';

/** Creates the default tenant if it is missing, and returns its credentials. Sets its webhook; what is omitted stays as it is. */
export function ensureDefaultTenant(
  store: Store,
  { systemNow, ...webhook }: { systemNow: number; webhookUrl?: string | undefined; webhookSecret?: string | undefined },
): Credentials {
  const id = defaultTenantId;
  if (!findTenant(store, id)) insertTenant(store, { id, credentials: defaultCredentials, systemNow });
  store.update('tenants', { id }, webhook);
  return { ...defaultCredentials, webhookSecret: requireTenant(store, id).webhookSecret };
}

/**
 * Removes everything of a tenant except its credentials, settings and webhook, and lets its clock run with the system's. Call it in
 * a transaction.
 */
export function clearTenant(store: Store, tenantId: string): void {
  store.update('tenants', { id: tenantId }, { faultsJson: '[]', clockOffset: 0, clockFrozenAt: null });
  deleteTenantRows(store, { tenantId, keep: ['credentials'] });
  // The tokens of the tenant's users (LEGACY-2). The tenant keeps its own.
  store.run('delete from credentials where tenantId = $tenantId and userId is not null', { tenantId });
}

/** Removes a tenant's rows from every table except those to keep. Call it in a transaction. */
export function deleteTenantRows(
  store: Store,
  { tenantId, keep = [] }: { tenantId: string; keep?: TenantTableName[] },
): void {
  for (const table of tenantTableNames.filter((name) => !keep.includes(name))) store.delete(table, { tenantId });
}
