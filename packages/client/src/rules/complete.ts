import { type ErrorDetails, EscrowError } from '../errors/escrow-error.ts';
import { asJson } from './as-json.ts';
import { completeValue } from './complete-value.ts';
import type { ValueSchema } from './value-schema.ts';
import type { Violation } from './violation.ts';

const line = ({ path, problem, rule }: Violation): string => `\n- ${path} ${problem}${rule ? ` (${rule})` : ''}`;

/**
 * An input, as JSON carries it, or the options by the name that they have, complete.
 * @throws EscrowError with everything that it breaks: `rule_violation`, or `configuration` for options.
 */
export function complete<Value>(schema: ValueSchema, value: unknown, details?: ErrorDetails, options = ''): Value {
  const violations: Violation[] = [];
  const given = options ? value : asJson(value, details);
  const completed = completeValue(schema, given, violations, options) as Value;
  if (!violations.length) return completed;
  const message = `not sent:${violations.map(line).join('')}`;
  const error = new EscrowError(options ? 'configuration' : 'rule_violation', message, details);
  throw Object.assign(error, { violations });
}
