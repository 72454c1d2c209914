import type { Violation } from '../rules/violation.ts';
import { EscrowError } from './escrow-error.ts';

const line = ({ path, problem, rule, remedy }: Violation): string =>
  `\n- ${path} ${problem}.${remedy ? ` ${remedy}` : ''}${rule ? ` (${rule})` : ''}`;

/** The request breaks rules of the service. Nothing was sent; every violation is listed. */
export class RuleViolationError extends EscrowError {
  override name = 'RuleViolationError';
  readonly violations: readonly Violation[];

  constructor(operationId: string, violations: readonly Violation[]) {
    super('rule_violation', `${operationId} was not sent:${violations.map(line).join('')}`, { operationId });
    this.violations = violations;
  }
}
