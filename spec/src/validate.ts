export type { ReferenceTarget } from './document/load.ts';
export type { OperationDocument } from './document/operations.ts';
export { parseUtcTimestamp } from './validator/formats.ts';
export {
  createRequestValidator,
  type RequestParts,
  type RequestViolation,
} from './validator/request-validator.ts';
export type { Violation } from './validator/schema-validator.ts';
export { createValidator, type Validate } from './validator/schema-validator.ts';
