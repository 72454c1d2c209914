import type { Db } from '../../storage/database.ts';
import type { RefuseOrNote } from '../refuse-or-note.ts';
import type { Caller, Tenant } from './tenant.ts';

/** The part of a call that the rules need. */
export interface TenantCall {
  /** Commits when the handler returns, and rolls back when it throws. */
  trx: Db;
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
