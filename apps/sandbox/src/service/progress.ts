import type { Fault } from '../domain/faults/fault.ts';
import type { Caller, Tenant } from '../domain/tenants/tenant.ts';
import type { RateWindow } from './rate-limit.ts';

/** What is known of a call so far. A refusal at any step is logged with it. */
export interface Progress {
  requestId: string;
  tenant?: Tenant | undefined;
  caller?: Caller;
  /** Of the Users API: what is left of the tenant's minute. */
  rate?: RateWindow;
  /** Set once it is parsed, and known to be of a kind that can be kept and written. */
  body?: unknown;
  /** The fault that is injected into the call. */
  fault?: Fault | undefined;
  /** What was accepted, yet deserves a look. */
  notes: string[];
}
