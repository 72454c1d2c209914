import type {
  ControlBody,
  ControlOperationId,
  ControlPath,
  ControlQuery,
  ControlResult,
} from '@escrow-kit/sandbox-control';
import type { DeliveryContext } from '../delivery/delivery-context.ts';
import type { Tenant } from '../domain/tenants/tenant.ts';
import type { SandboxContext } from '../request-log/request-log.ts';

/** The context of the control API. */
export interface ControlContext extends SandboxContext, DeliveryContext {
  /** The token that calls have to send; undefined if only this machine can make calls. */
  controlToken: string | undefined;
}

/** A value that only calls with a tenant in their path have. */
type OfTenant<Id extends ControlOperationId, Value> = ControlPath<Id> extends { tenant: string } ? Value : undefined;
/** The query as it arrives: text, of which the document has checked the words. */
type TextOf<Values> = { [Name in keyof Values]: Values[Name] extends string | undefined ? Values[Name] : string };

/** A call that the document accepts. Its handler opens its own transactions. */
export interface ControlCall<Id extends ControlOperationId> {
  service: ControlContext;
  /** Undefined for calls without a tenant in their path. */
  tenant: OfTenant<Id, Tenant>;
  /** The time on the tenant's clock, in milliseconds since 1970. */
  now: OfTenant<Id, number>;
  /** The values of the placeholders in the path. */
  path: ControlPath<Id>;
  query: TextOf<ControlQuery<Id>>;
  body: ControlBody<Id>;
}

/** Does what a call promises, in `calls/` of `@escrow-kit/sandbox-control`. Throws a DomainError if it can't. */
export type ControlHandler<Id extends ControlOperationId> = (call: ControlCall<Id>) => Promise<ControlResult<Id>>;

/** How many entries a list has if the call doesn't say. */
const defaultLimit = 100;

/** Reads the first entries of a list, as many as its query lets through, and whether there are more. */
export async function readFirst<Entry>(
  { limit: given }: { limit?: string },
  read: (limit: number) => Promise<Entry[]>,
): Promise<{ first: Entry[]; hasMore: boolean }> {
  const limit = Number(given ?? defaultLimit);
  const found = await read(limit + 1);
  return { first: found.slice(0, limit), hasMore: found.length > limit };
}
