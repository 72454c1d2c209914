import type { Violation } from '../rules/violation.ts';

/** More than these are in the error's `violations`, and not in its message. */
const mostInMessage = 10;

/** A fault as a sentence or two: what is wrong, the rule with its words and its basis, and the remedy. */
function describe({ path, problem, rule, text, basis, remedy }: Violation): string {
  const sentences = [`${path || 'the input'} ${problem}.`];
  if (rule !== undefined) sentences.push(`${rule} (${basis}): ${text}`);
  if (remedy !== undefined) sentences.push(remedy);
  return sentences.join(' ');
}

/** Faults in one line. */
export function describeViolations(violations: readonly Violation[]): string {
  const [first, ...others] = violations;
  if (!first) return 'was not sent.';
  if (others.length === 0) return `was not sent: ${describe(first)}`;
  const faults = violations.slice(0, mostInMessage).map((violation, index) => `${index + 1}) ${describe(violation)}`);
  const left = violations.length - faults.length;
  const rest = left > 0 ? ` And ${left} more in error.violations.` : '';
  return `was not sent, ${violations.length} faults: ${faults.join(' ')}${rest}`;
}
