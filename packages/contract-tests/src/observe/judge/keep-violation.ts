import { type Basis, findRule } from '@escrow-kit/spec';
import type { Violation } from '@escrow-kit/spec/validate';
import type { KeptViolation } from '../kept-exchange.ts';
import { type Place, traceSteps } from './body-walk.ts';
import { pointerOf } from './keep-message.ts';
import type { Keeping } from './keep-value.ts';

/** A violation that no schema states, or one outside of a body. */
export interface FoundViolation {
  part: KeptViolation['part'];
  /** Such as `status` or `header content-type`. */
  at: string;
  /** Undefined if no rule states it. */
  rule?: string | undefined;
  /** Default: that of the rule. */
  basis?: Basis | undefined;
  keyword?: string | undefined;
  message: string;
  /** The place in a body, if it is in one, with the body. `pointer` has its keys. */
  inBody?: { pointer: string; root: unknown; place: Place };
}

/** A violation of a schema, in a body. */
export const inBody = (
  { pointer, keyword, rule, basis, message }: Violation,
  { part, root, place }: { part: KeptViolation['part']; root: unknown; place: Place },
): FoundViolation => ({ part, at: 'body', rule, basis, keyword, message, inBody: { pointer, root, place } });

/** Takes ids and unknown names out of the place of a violation. */
export function keepViolation(found: FoundViolation, keeping: Keeping): KeptViolation {
  const { part, at, keyword, rule, message, inBody: body } = found;
  const basis = found.basis ?? (rule === undefined ? undefined : findRule(rule)?.basis);
  const pointer = body && keepPointer(body, keeping);
  return {
    part,
    at,
    ...(pointer !== undefined && { pointer }),
    ...(keyword !== undefined && { keyword }),
    ...(rule !== undefined && { rule }),
    ...(basis !== undefined && { basis }),
    message,
  };
}

function keepPointer({ pointer, root, place }: Required<FoundViolation>['inBody'], keeping: Keeping): string {
  const steps = traceSteps(pointer, root, place);
  const documentedSteps = steps.filter((step) => step.place.isDocumented).length;
  return pointerOf(
    steps.map(({ step }) => step),
    documentedSteps,
    keeping,
  );
}
