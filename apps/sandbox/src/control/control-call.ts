import type {
  ControlBody,
  ControlOperationId,
  ControlParameters,
  ControlQuery,
  ControlResult,
} from '@escrow-kit/sandbox-control';
import type { Tenant } from '../domain/tenants/tenant.ts';
import type { ControlContext } from './control-context.ts';

type TextOf<Values> = { [Name in keyof Values]: string };

/** A call that the document accepts, on its way to a handler, which opens its own transactions. */
export interface ControlCall<Id extends ControlOperationId> {
  service: ControlContext;
  /** Throws nothing for calls without a tenant in their path: those never ask for it. */
  tenant: Tenant;
  /** The time on the tenant's clock, in milliseconds since 1970. */
  now: number;
  /** Placeholders of the path. */
  path: TextOf<ControlParameters<Id, 'path'>>;
  query: TextOf<ControlQuery<Id>>;
  body: ControlBody<Id>;
}

/** Does what a call promises. Throws a DomainError where it can't. */
export type ControlHandler<Id extends ControlOperationId> = (call: ControlCall<Id>) => Promise<ControlResult<Id>>;
