import type { Clock } from './clock.ts';
import type { Settings } from './settings.ts';
import type { Integer, List, ListQuery } from './shared.ts';

/** Independent organizations in one sandbox, each with its own credentials and state. */
export interface TenantsCalls {
  /** Lists the tenants by ID. */
  listTenants: { route: 'GET /_sandbox/tenants'; query?: ListQuery; answer: TenantPage };
  /**
   * Creates a tenant.
   *
   * Only this answer contains the credentials.
   */
  createTenant: { route: 'POST /_sandbox/tenants'; body?: NewTenant; answer: CreatedTenant };
  /** Describes a tenant. */
  getTenant: { route: 'GET /_sandbox/tenants/{tenant}'; answer: Tenant };
  /**
   * Removes a tenant with all its data.
   *
   * The tenant `default` cannot be removed.
   */
  deleteTenant: { route: 'DELETE /_sandbox/tenants/{tenant}'; answer: TenantName };
  /**
   * Removes everything but credentials, settings and webhook endpoint.
   *
   * Also removes the faults. The clock runs again with the system's time.
   */
  resetTenant: { route: 'POST /_sandbox/tenants/{tenant}/reset'; answer: Tenant };
}

export interface TenantName {
  id: string;
}

/** @additionalProperties false */
export interface NewTenant {
  /**
   * Default: a random one.
   * @pattern ^[a-z0-9][a-z0-9-]{0,62}$
   * @remedy Give the tenant an ID of 1 to 63 lower-case letters, digits and hyphens.
   */
  id?: string;
}

export interface TenantPage extends List {
  tenants: { id: string; clientId: string }[];
}

/** The credentials of an organization, as from onboarding. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  tokens: Tokens;
}

export interface CreatedTenant {
  id: string;
  credentials: Credentials;
}

export interface Tenant {
  id: string;
  clientId: string;
  webhookUrl: string | null;
  clock: Clock;
  settings: Settings;
  /** How many of each there are. */
  counts: {
    users: Integer;
    contracts: Integer;
    milestones: Integer;
    events: Integer;
    pendingDeliveries: Integer;
    failedDeliveries: Integer;
    requests: Integer;
  };
  /**
   * The credentials of the default tenant, which are fixed and public. Null for other tenants: only `createTenant` returns theirs.
   */
  publicCredentials: { clientId: string; clientSecret: string; tokens: Tokens } | null;
}

/** One token of each kind in the service's document. */
export interface Tokens {
  organization: string;
  clientAdmin: string;
  legacyUser: string;
  legacyApp: string;
  apiKey: string;
}
