import type { operations } from '@escrow-kit/client/schema';
import type { OperationId } from '@escrow-kit/spec';
import type { TenantCall } from '../domain/tenants.ts';

type Content<Part> = Part extends { content: infer Media } ? Media[keyof Media] : undefined;
/** The body may be undefined if the operation does not require one. */
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? Content<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? Content<NonNullable<Body>> | undefined
    : undefined;
type PathOf<Id extends OperationId> = { [Name in keyof operations[Id]['parameters']['path']]: string };
type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** Users have numbers, or in another document texts. */
type WithUserIds<Result> = Result extends { serviceUserId: number }
  ? { [Field in keyof Result]: Result[Field] | string }
  : Result;

/** The body of an operation's 200. */
type ResultOf<Id extends OperationId> = WithUserIds<Content<operations[Id]['responses'][200]>>;

/** The parts of a request that the document describes. */
export interface RequestParts<Id extends OperationId> {
  path: PathOf<Id>;
  query: QueryOf<Id>;
  body: BodyOf<Id>;
}

/** A call that the document accepts. */
export interface Call<Id extends OperationId> extends TenantCall, RequestParts<Id> {
  /** The address of this sandbox for the caller, without a trailing slash. */
  publicUrl: string;
  requestId: string;
}

/** Does what an operation promises. Throws a Refusal if a rule forbids it. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => ResultOf<Id>;
