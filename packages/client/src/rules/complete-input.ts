import type { OperationId } from '../operation-types.ts';
import { operationOf } from '../transport/operation-of.ts';
import { completeValue } from './complete-value.ts';
import type { Violation } from './violation.ts';

/** What an operation is given. */
export interface Input {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The input of an operation, complete. What it breaks is added to the violations. */
export function completeInput(
  operationId: OperationId,
  { path = {}, query = {}, body }: Input,
  violations: Violation[],
): Input {
  const { request = {} } = operationOf(operationId);
  return completeValue({ properties: request }, { path, query, body }, violations) as Input;
}
