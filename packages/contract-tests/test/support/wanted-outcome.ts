import type { Outcome } from '../../src/judge/verification.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';

/** The outcome of an interaction on a deployment that breaks no rule. An answer that is not shown can't be judged. */
export function wantedOutcome({ comments }: Interaction): Outcome {
  return comments?.references?.['escrow-kit']?.['notCheckable'] === undefined ? 'held' : 'not checkable';
}
