import { refuse } from '../errors/rule-violation-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { completeBody } from '../rules/complete-body.ts';
import { completeValue } from '../rules/complete-value.ts';
import { isId } from '../rules/is-id.ts';
import type { Violation } from '../rules/violation.ts';
import { parseJson } from './read-success.ts';

/** The parameters of a call, as they were given. */
export interface CallParameters {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/**
 * The body to send, complete and encoded as the operation wants it. Whatever the parameters and the body break is thrown
 * as one error, before anything is sent.
 */
export function prepareBody(operationId: OperationId, { path = {}, query = {} }: CallParameters, text: string): string {
  const operation = operationTable[operationId];
  const violations: Violation[] = [];
  for (const [, name = ''] of operation.template.matchAll(/\{(\w+)\}/g)) {
    if (!isId(path[name]) && typeof path[name] !== 'number')
      violations.push({ path: `path.${name}`, problem: 'must be an id' });
  }
  if (operation.path) completeValue(operation.path, path, violations, 'path');
  if (operation.query) completeValue(operation.query, query, violations, 'query');
  // What is not JSON stays text, which no schema of a body accepts.
  const { value = text || undefined } = parseJson(text);
  const body = completeBody(operationId, value, violations);
  refuse(operationId, violations);
  if (body === undefined) return '';
  return operation.encoding ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
}
