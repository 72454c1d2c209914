export {
  createRequestValidator,
  type OperationDocument,
  type RequestParts,
  type RequestViolation,
} from './validator/request-validator.ts';
export type { ReferenceTarget } from './validator/resolve-reference.ts';
export { createValidator, type Validate } from './validator/schema-validator.ts';
export type { Violation } from './validator/violation.ts';
