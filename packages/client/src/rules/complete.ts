import { type ErrorDetails, EscrowError } from '../errors/escrow-error.ts';
import { asJson } from './as-json.ts';
import { completeValue } from './complete-value.ts';
import type { ValueSchema } from './value-schema.ts';
import type { Violation } from './violation.ts';

/**
 * An input, as JSON carries it, or the options by the name that they have, complete.
 * @throws EscrowError with everything that it breaks: `rule_violation`, or `configuration` for options.
 */
export function complete<Value>(schema: ValueSchema, value: unknown, details?: ErrorDetails, root = ''): Value {
  const violations: Violation[] = [];
  const completed = completeValue(schema, root ? value : asJson(value, details), violations, root) as Value;
  if (!violations.length) return completed;
  const lines = violations.map(({ path, problem, rule }) => `\n- ${path} ${problem}${rule ? ` (${rule})` : ''}`);
  const code = root ? 'configuration' : 'rule_violation';
  const error = new EscrowError(code, `not sent:${lines.join('')}`, details);
  throw Object.assign(error, { violations });
}
