import type { OperationId } from '@escrow-kit/spec';
import type { Transaction } from 'kysely';
import type { RefuseOrNote } from '../../domain/refuse-or-note.ts';
import type { Caller, Tenant } from '../../domain/tenants/tenant.ts';
import type { operations } from '../../generated/service.ts';
import type { Tables } from '../../storage/tables.ts';

type Content<Part> = Part extends { content: infer Media } ? Media[keyof Media] : undefined;
/** The body may be undefined if the operation does not require one. */
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? Content<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? Content<NonNullable<Body>> | undefined
    : undefined;
type PathOf<Id extends OperationId> = { [Name in keyof operations[Id]['parameters']['path']]: string };
type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** The body of an operation's 200. */
type ResultOf<Id extends OperationId> = Content<operations[Id]['responses'][200]>;

/** A call that the document accepts. */
export interface Call<Id extends OperationId> {
  /** Commits when the handler returns, and rolls back when it throws. */
  trx: Transaction<Tables>;
  tenant: Tenant;
  /** Undefined only for the ticket call, which takes no token. */
  caller: Caller | undefined;
  /** The time on the tenant's clock, in milliseconds since 1970. */
  now: number;
  path: PathOf<Id>;
  query: QueryOf<Id>;
  body: BodyOf<Id>;
  /** The address of this sandbox, without a trailing slash. */
  publicUrl: string;
  requestId: string;
  /** Notes in the request log what was accepted but deserves a look. */
  note(text: string): void;
  /** Throws a refusal. If its rule is not stated and such rules are only noted, notes it and returns. */
  refuseOrNote: RefuseOrNote;
}

/** Does what an operation promises. Throws a Refusal if a rule forbids it. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<ResultOf<Id>>;
