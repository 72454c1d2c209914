import type { Fault } from './faults.ts';
import type { Settings } from './settings.ts';
import type { Integer } from './shared.ts';
import type { Tenant } from './tenants.ts';

/** The tenant as a whole. */
export interface StateCalls {
  /**
   * Removes everything but credentials, settings and webhook address.
   *
   * The clock runs again with the system's time, and there are no faults.
   */
  resetTenant: { route: 'POST /_sandbox/tenants/{tenant}/reset'; answer: Tenant };
  /**
   * Exports the tenant's state.
   *
   * Contains personal data. Of the credentials it contains only the hashes of legacy user tokens.
   */
  exportTenant: {
    route: 'GET /_sandbox/tenants/{tenant}/export';
    query?: {
      /** Whether the request log is exported too. Default: true. */
      requests?: 'true' | 'false';
    };
    answer: Export;
  };
  /**
   * Replaces the tenant's state by an exported one.
   *
   * The tenant keeps its own credentials, webhook address and webhook secret.
   */
  importTenant: { route: 'POST /_sandbox/tenants/{tenant}/import'; body: Export; answer: Tenant };
}

/**
 * The state of a tenant at one moment.
 * @additionalProperties false
 */
export interface Export {
  /**
   * The only one so far.
   * @asType integer
   */
  version: 1;
  /** @additionalProperties false */
  tenant: {
    settings: Settings;
    /** @maxItems 1000 */
    faults: Fault[];
    /** @additionalProperties false */
    clock: { offsetInMs: Integer; frozenAtInMs: Integer | null };
  };
  /** The rows of each table. */
  tables: Record<string, Row[]>;
}

/** A row. */
type Row = Record<string, unknown>;
