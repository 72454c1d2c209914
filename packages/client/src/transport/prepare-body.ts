import { EscrowError } from '../errors/escrow-error.ts';
import { RuleViolationError } from '../errors/rule-violation-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { completeBody } from '../rules/complete-body.ts';
import { completeValue } from '../rules/complete-value.ts';
import type { Violation } from '../rules/violation.ts';

/** The parameters of a call, as they were given. */
export interface CallParameters {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** A path parameter that is missing or a dot segment would reach another endpoint. */
const isNoId = (value: unknown): boolean => !/^(string|number)$/.test(typeof value) || /^\.{0,2}$/.test(String(value));

function parseBody(operationId: OperationId, text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    throw new EscrowError('configuration', `${operationId} was not sent: give its body as an object.`, { operationId });
  }
}

/**
 * The body to send, complete and encoded as the operation wants it. Whatever the parameters and the body break is thrown
 * as one error, before anything is sent.
 */
export function prepareBody(operationId: OperationId, { path = {}, query = {} }: CallParameters, text: string): string {
  const operation = operationTable[operationId];
  const violations: Violation[] = [];
  for (const [, name = ''] of operation.template.matchAll(/\{(\w+)\}/g)) {
    if (isNoId(path[name])) violations.push({ path: `path.${name}`, problem: 'must be an id of the service' });
  }
  if (operation.path) completeValue(operation.path, path, violations, 'path');
  if (operation.query) completeValue(operation.query, query, violations, 'query');
  const body = completeBody(operationId, parseBody(operationId, text), violations);
  if (violations.length > 0) throw new RuleViolationError(operationId, violations);
  if (body === undefined) return '';
  return operation.encoding ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
}
