import type { Violation } from '../rules/violation.ts';

/** The message lists at most this many; the error's `violations` has all of them. */
const mostInMessage = 10;

/** Describes a violation in a sentence or two: what is wrong, the rule with its words and its basis, and the remedy. */
function describeViolation({ path, problem, rule, text, basis, remedy }: Violation): string {
  const sentences = [`${path || 'the input'} ${problem}.`];
  if (rule !== undefined) sentences.push(`${rule} (${basis}): ${text}`);
  if (remedy !== undefined) sentences.push(remedy);
  return sentences.join(' ');
}

/** Added if a check may be wrong, because the service's description does not state its rule. */
const offSwitch = " Set checks: 'stated' for the call or the client to switch off the checks that are not stated.";

/** The message of an error with these violations, in one line. */
export function describeViolations(violations: readonly Violation[]): string {
  const hint = violations.some(({ rule, basis }) => rule !== undefined && basis !== 'stated') ? offSwitch : '';
  return `was not sent${describeFaults(violations)}${hint}`;
}

function describeFaults(violations: readonly Violation[]): string {
  const [first, ...others] = violations;
  if (!first) return '.';
  if (others.length === 0) return `: ${describeViolation(first)}`;
  const faults = violations.slice(0, mostInMessage).map((each, index) => `${index + 1}) ${describeViolation(each)}`);
  const left = violations.length - faults.length;
  const rest = left > 0 ? ` And ${left} more in error.violations.` : '';
  return `, ${violations.length} faults: ${faults.join(' ')}${rest}`;
}
