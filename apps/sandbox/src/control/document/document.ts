import { listOperations } from '@escrow-kit/spec';
import { createRequestValidator, type OperationDocument, type RequestViolation } from '@escrow-kit/spec/validate';
import document from '../../../control.openapi.json' with { type: 'json' };
import type { operations } from '../../generated/control.ts';

/** A call of the control API by its id. */
export type ControlOperationId = keyof operations;

/** What routing needs to know of a call. */
export interface ControlOperation {
  id: ControlOperationId;
  method: string;
  /** With placeholders in braces. */
  path: string;
}

/** The OpenAPI document of the control API. Treat it as read-only. */
export const controlDocument: OperationDocument = document as unknown as OperationDocument;

/** Every call of the control API. */
export const controlOperations: readonly ControlOperation[] = listOperations(controlDocument).map(
  ({ id, method, path }) => ({ id: id as ControlOperationId, method, path }),
);

type Validate = ReturnType<typeof createRequestValidator>;

/** Compiling takes longer than starting, so that each call is compiled at its first use. */
const compiled = new Map<ControlOperationId, Validate>();

/** Lists what the document forbids in a call; none means that it is accepted. */
export function findControlViolations(id: ControlOperationId, request: Parameters<Validate>[0]): RequestViolation[] {
  const validate = compiled.get(id) ?? createRequestValidator(id, controlDocument);
  compiled.set(id, validate);
  return validate(request);
}
