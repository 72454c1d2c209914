export type { OperationDocument } from './document/operations.ts';
export type { ReferenceTarget } from './document/resolve-reference.ts';
export {
  createRequestValidator,
  type RequestParts,
  type RequestViolation,
} from './validator/request-validator.ts';
export { createValidator, type Validate } from './validator/schema-validator.ts';
export type { Violation } from './validator/violation.ts';
