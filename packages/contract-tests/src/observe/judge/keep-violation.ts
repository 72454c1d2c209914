import { findRule } from '@escrow-kit/spec';
import type { Violation } from '@escrow-kit/spec/validate';
import type { KeptViolation } from '../kept-exchange.ts';
import { type Place, traceSteps } from './body-walk.ts';
import { pointerOf } from './keep-message.ts';
import type { Keeping } from './keep-value.ts';

/** A violation, of which not all may be kept. Default of `basis`: that of the rule. */
export interface FoundViolation extends Omit<KeptViolation, 'pointer'> {
  /** The place in a body, if it is in one, with the body. `pointer` has its keys. */
  inBody?: { pointer: string; root: unknown; place: Place };
}

/** A violation of a schema, in a body. */
export const inBody = (
  { pointer, keyword, rule, basis, message }: Violation,
  { part, root, place }: { part: KeptViolation['part']; root: unknown; place: Place },
): FoundViolation => ({ part, at: 'body', rule, basis, keyword, message, inBody: { pointer, root, place } });

/** Takes ids and unknown names out of the place of a violation. */
export const keepViolation = ({ inBody: body, ...found }: FoundViolation, keeping: Keeping): KeptViolation => ({
  ...found,
  basis: found.basis ?? findRule(found.rule ?? '')?.basis,
  pointer: body && keepPointer(body, keeping),
});

function keepPointer({ pointer, root, place }: Required<FoundViolation>['inBody'], keeping: Keeping): string {
  const steps = traceSteps(pointer, root, place);
  const documentedSteps = steps.filter((step) => step.place.isDocumented).length;
  return pointerOf(
    steps.map(({ step }) => step),
    documentedSteps,
    keeping,
  );
}
