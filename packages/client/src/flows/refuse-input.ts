import { RuleViolationError, type Violation } from '../index.ts';

/** What a part of a flow's input breaks, by its place in the input rather than in the body that it becomes. */
export const moved = (violations: readonly Violation[], from: string | RegExp, to: string): Violation[] =>
  violations.map((violation) => ({ ...violation, path: violation.path.replace(from, to) }));

/** The parts of a flow's input that it does not know: one that is misspelled would be left out in silence. */
export const unknownParts = (input: object, ...known: string[]): Violation[] =>
  Object.keys(input)
    .filter((name) => !known.includes(name))
    .map((path) => ({ path, problem: `must be left out: the flow takes ${known.join(', ')}` }));

/** Throws what the input of a flow breaks, if it does, before the first call of the flow is made. */
export function refuseInput(flow: string, violations: readonly Violation[]): void {
  if (violations.length > 0) throw new RuleViolationError(flow, violations);
}
