import type { ControlOperationId } from './document.ts';
import type { components, operations } from './generated/control.ts';

/** A schema of the control document. */
export type ControlSchema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Content<Part> = Part extends { content: infer Media } ? Media[keyof Media] : undefined;

/** The parameters of a call in its path or its query. */
export type ControlParameters<Id extends ControlOperationId, Place extends 'path' | 'query'> = NonNullable<
  operations[Id]['parameters'][Place]
>;

/** What a call takes as its body. */
export type ControlBody<Id extends ControlOperationId> = operations[Id] extends { requestBody: infer Body }
  ? Content<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? Content<NonNullable<Body>> | undefined
    : undefined;

/** What a call answers with its 200. */
export type ControlResult<Id extends ControlOperationId> = Content<operations[Id]['responses'][200]>;

/** Query parameters as a caller gives them. */
export type ControlQuery<Id extends ControlOperationId> = ControlParameters<Id, 'query'>;
