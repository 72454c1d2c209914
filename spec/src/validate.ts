export { createRequestValidator, type RequestParts, type RequestViolation } from './validator/request-validator.ts';
export { createValidator, type Validate } from './validator/schema-validator.ts';
export type { Violation } from './validator/violation.ts';
