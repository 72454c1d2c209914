import type { ServiceOperation } from '../document/operations.ts';
import { findViolations } from '../document/request-validators.ts';
import { Refusal } from '../refusal.ts';
import type { IncomingRequest } from './read-request.ts';
import { shorten } from './shorten.ts';

/** How many violations an answer lists. */
const mostViolations = 20;

/** Refuses what the document forbids in a request: the first violation, and a list of the first ones. */
export function checkRequest(operation: ServiceOperation, { path, query }: IncomingRequest, body: unknown): void {
  const found = findViolations(operation.id, { path, query, body }).slice(0, mostViolations);
  const violations = found.map((violation) => {
    const field = shorten(violation.path || violation.in);
    const rule = violation.rule ?? operation.rules.find((id) => !id.startsWith('AUTH')) ?? 'ERR-1';
    return { field, rule, message: `${field} ${violation.message}. ${violation.remedy ?? ''}`.trim() };
  });
  const [first] = violations;
  if (first) throw new Refusal('rule_violation', { ...first, violations });
}
