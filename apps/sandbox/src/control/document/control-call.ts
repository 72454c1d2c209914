import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { components, operations } from '../../generated/control.ts';
import type { ControlContext } from '../control-context.ts';
import type { ControlOperationId } from './document.ts';

/** A schema of the control document. */
export type ControlSchema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Content<Part> = Part extends { content: infer Media } ? Media[keyof Media] : undefined;
type Parameters<Id extends ControlOperationId, Place extends 'path' | 'query'> = NonNullable<
  operations[Id]['parameters'][Place]
>;
type TextOf<Values> = { [Name in keyof Values]: string };

/** What a call takes as its body. */
export type ControlBody<Id extends ControlOperationId> = operations[Id] extends { requestBody: infer Body }
  ? Content<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? Content<NonNullable<Body>> | undefined
    : undefined;

/** What a call answers with its 200. */
export type ControlResult<Id extends ControlOperationId> = Content<operations[Id]['responses'][200]>;

/** Query parameters as a caller gives them. */
export type ControlQuery<Id extends ControlOperationId> = Parameters<Id, 'query'>;

/** Placeholders of the path. */
type ControlPath<Id extends ControlOperationId> = TextOf<Parameters<Id, 'path'>>;

/** A call that the document accepts, on its way to a handler, which opens its own transactions. */
export interface ControlCall<Id extends ControlOperationId> {
  service: ControlContext;
  /** Throws nothing for calls without a tenant in their path: those never ask for it. */
  tenant: Tenant;
  /** The time on the tenant's clock, in milliseconds since 1970. */
  now: number;
  path: ControlPath<Id>;
  query: TextOf<ControlQuery<Id>>;
  body: ControlBody<Id>;
}

/** Does what a call promises. Throws a DomainError where it can't. */
export type ControlHandler<Id extends ControlOperationId> = (call: ControlCall<Id>) => Promise<ControlResult<Id>>;
