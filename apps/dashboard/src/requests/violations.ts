import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** A violation in a request: the refusals of the service list them as those of the control API do. */
export type Violation = NonNullable<ControlSchema<'Problem'>['violations']>[number];

/** Everything that the answer lists as wrong; empty if it is only one thing. */
export function violationsOf({ answer }: Pick<ControlSchema<'LoggedRequest'>, 'answer'>): Violation[] {
  const { violations = [] } = (answer?.body ?? {}) as { violations?: Violation[] };
  return Array.isArray(violations) ? violations : [];
}

/** Every rule that a request breaks, without repeats. The rule by which the list filters comes first. */
export function rulesOf(request: Pick<ControlSchema<'LoggedRequest'>, 'answer' | 'rule'>): string[] {
  const all = [request.rule, ...violationsOf(request).map(({ rule }) => rule)];
  return [...new Set(all.filter((rule) => typeof rule === 'string'))];
}
