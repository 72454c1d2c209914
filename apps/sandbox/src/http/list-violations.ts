/** How many violations an answer lists. */
export const mostViolations = 20;

/** One thing that is wrong with a request. */
interface Named {
  field: string;
  message: string;
}

/** The first violations, and the refusal that they make: the first one, and whether there are more than are listed. */
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
