import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { completeValue } from './complete-value.ts';
import type { Violation } from './violation.ts';

/**
 * The body of an operation, complete, or nothing where none was given and none is needed. What it breaks of the document
 * is added to the violations.
 */
export function completeBody(
  operationId: OperationId,
  given: unknown,
  violations: Violation[],
  path?: string,
): unknown {
  const { body } = operationTable[operationId];
  return body && (given !== undefined || body.properties) ? completeValue(body, given ?? {}, violations, path) : given;
}
