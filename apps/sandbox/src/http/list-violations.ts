import { mostViolations } from '../domain/refusal.ts';

/** A violation in a request. */
interface Named {
  field: string;
  message: string;
}

/** The first violations, and the message of the refusal: the first one, and whether there are more than are listed. */
export function listViolations<Violation, Entry extends Named>(
  found: readonly Violation[],
  toEntry: (violation: Violation) => Entry,
): (Entry & { violations: Entry[] }) | undefined {
  const violations = found.slice(0, mostViolations).map(toEntry);
  const [first] = violations;
  if (!first) return undefined;
  const more = found.length > mostViolations ? ` There are more than the ${mostViolations} violations listed.` : '';
  return { ...first, message: first.message + more, violations };
}

/** A longer field name is cut, because parts of it may come from the request. */
const longestField = 200;

/** Cuts the name of a field, so that it stays readable. */
export function shorten(field: string): string {
  return field.length > longestField ? `${field.slice(0, longestField).toWellFormed()}…` : field;
}
