import type { RequestViolation } from '@escrow-kit/spec/validate';
import type { ServiceOperation } from '../document/operations.ts';
import { findViolations } from '../document/violations.ts';
import { Refusal } from '../domain/refusal.ts';
import { canBeNoted } from '../domain/refuse-or-note.ts';
import { listViolations, shorten } from '../http/list-violations.ts';
import type { IncomingRequest } from '../http/read-request.ts';

/**
 * Refuses what the document forbids in a request: the first violation, and a list of the first ones, those that
 * are stated before the others.
 */
export function checkRequest(operation: ServiceOperation, { path, query }: IncomingRequest, body: unknown): void {
  const found = findViolations(operation.id, { path, query, body });
  if (found.length === 0) return;
  const sorted = found.toSorted((one, other) => weightOf(other) - weightOf(one));
  const refusal = listViolations(sorted, (violation) => {
    const field = shorten(violation.path || violation.in);
    const rule = violation.rule ?? operation.rules.find((id) => !id.startsWith('AUTH')) ?? 'ERR-1';
    return { field, rule, message: `${field} ${violation.message}. ${violation.remedy ?? ''}`.trim() };
  });
  if (refusal) throw new Refusal('rule_violation', refusal);
}

/** What is stated weighs most, then what is refused whatever the setting. */
function weightOf({ rule, basis }: RequestViolation): number {
  if (rule === undefined || basis === 'stated') return 2;
  return canBeNoted(rule) ? 0 : 1;
}
