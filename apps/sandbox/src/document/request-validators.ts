import { createRequestValidator, type RequestParts, type RequestViolation } from '@escrow-kit/spec/validate';
import type { OperationId } from './operations.ts';

type Validate = (request: RequestParts) => RequestViolation[];

/** Compiling takes longer than starting, so that each operation is compiled at its first call. */
const compiled = new Map<OperationId, Validate>();

/** Lists what the document forbids in a request; none means that it is accepted. */
export function findViolations(operationId: OperationId, request: RequestParts): RequestViolation[] {
  const validate = compiled.get(operationId) ?? createRequestValidator(operationId);
  compiled.set(operationId, validate);
  return validate(request);
}
