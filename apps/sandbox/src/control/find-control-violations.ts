import { type ControlOperationId, controlDocument } from '@escrow-kit/sandbox-control';
import { createRequestValidator, type RequestViolation } from '@escrow-kit/spec/validate';

type Validate = ReturnType<typeof createRequestValidator>;

/** Compiling takes longer than starting, so each call is compiled at its first use. */
const compiled = new Map<ControlOperationId, Validate>();

/** Lists the violations of the document in a call; empty if it is accepted. */
export function findControlViolations(id: ControlOperationId, request: Parameters<Validate>[0]): RequestViolation[] {
  const validate = compiled.get(id) ?? createRequestValidator(id, controlDocument);
  compiled.set(id, validate);
  return validate(request);
}
