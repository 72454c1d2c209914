import type { ServiceOperation } from '../document/operations.ts';
import { findViolations } from '../document/request-validators.ts';
import { Refusal } from '../refusal.ts';
import { listViolations } from './list-violations.ts';
import type { IncomingRequest } from './read-request.ts';
import { shorten } from './shorten.ts';

/** Refuses what the document forbids in a request: the first violation, and a list of the first ones. */
export function checkRequest(operation: ServiceOperation, { path, query }: IncomingRequest, body: unknown): void {
  const refusal = listViolations(findViolations(operation.id, { path, query, body }), (violation) => {
    const field = shorten(violation.path || violation.in);
    const rule = violation.rule ?? operation.rules.find((id) => !id.startsWith('AUTH')) ?? 'ERR-1';
    return { field, rule, message: `${field} ${violation.message}. ${violation.remedy ?? ''}`.trim() };
  });
  if (refusal) throw new Refusal('rule_violation', refusal);
}
