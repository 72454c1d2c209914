import type { Violation } from '../rules/violation.ts';
import { EscrowError } from './escrow-error.ts';

const line = ({ path, problem, rule, remedy }: Violation): string =>
  `\n- ${path} ${problem}.${remedy ? ` ${remedy}` : ''}${rule ? ` (${rule})` : ''}`;

/** The request breaks rules of the service. Nothing was sent; every violation is listed. */
export class RuleViolationError extends EscrowError {
  override name = 'RuleViolationError';
  declare readonly violations: readonly Violation[];

  constructor(operationId: string, violations: readonly Violation[]) {
    const details = { operationId, violations };
    super('rule_violation', `Nothing was sent:${violations.map(line).join('')}`, details);
  }
}

/** Throws what a request, or the input of a flow, breaks, if it does. */
export function refuse(operationId: string, violations: readonly Violation[]): void {
  if (violations.length > 0) throw new RuleViolationError(operationId, violations);
}
