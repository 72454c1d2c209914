import type { Violation } from '../rules/violation.ts';
import { EscrowError } from './escrow-error.ts';

const line = ({ path, problem, rule }: Violation): string => `\n- ${path} ${problem}${rule ? ` (${rule})` : ''}`;

/** The request breaks rules of the service. Nothing was sent; every violation is listed. */
export class RuleViolationError extends EscrowError {
  override name = 'RuleViolationError';
  declare readonly violations: readonly Violation[];

  constructor(operationId: string, violations: readonly Violation[]) {
    const details = { operationId, violations };
    super('rule_violation', `Nothing was sent:${violations.map(line).join('')}`, details);
  }
}
