import { RuleViolationError } from '../errors/rule-violation-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { completeInput, type Input } from '../rules/complete-input.ts';
import type { Violation } from '../rules/violation.ts';
import { parseJson } from './read-success.ts';

/**
 * The body to send, complete and encoded as the operation wants it. Whatever the parameters and the body break is thrown
 * as one error, before anything is sent.
 */
export function prepareBody(operationId: OperationId, parameters: Input, text: string): string {
  // What is not JSON stays text, which no schema of a body accepts.
  const { value = text || undefined } = parseJson(text);
  const violations: Violation[] = [];
  const { body } = completeInput(operationId, { ...parameters, body: value }, violations);
  if (violations.length > 0) throw new RuleViolationError(operationId, violations);
  if (body === undefined) return '';
  const { encoding } = operationTable[operationId];
  return encoding ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
}
