import type { ControlOperationId } from './document.ts';
import type { components, operations } from './generated/control.ts';

/** A schema of the control document. */
export type ControlSchema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Content<Part> = Part extends { content: infer Media } ? Media[keyof Media] : undefined;

/** The parameters of a call in its path or its query. */
export type ControlParameters<Id extends ControlOperationId, Place extends 'path' | 'query'> = NonNullable<
  operations[Id]['parameters'][Place]
>;

/** The body of a call. */
export type ControlBody<Id extends ControlOperationId> = operations[Id] extends { requestBody: infer Body }
  ? Content<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? Content<NonNullable<Body>> | undefined
    : undefined;

/** The body of a call's 200. */
export type ControlResult<Id extends ControlOperationId> = Content<operations[Id]['responses'][200]>;

/** Query parameters as a caller gives them. */
export type ControlQuery<Id extends ControlOperationId> = ControlParameters<Id, 'query'>;
