import type { RuleImplementations } from '@escrow-kit/sandbox/testing';

import type { Outcome } from '../../src/judge/verification.ts';

/** A sandbox that breaks one rule on purpose. */
export interface Mutant {
  /** The id of the rule. */
  rule: string;
  /** What this sandbox does wrong, as the end of a sentence. */
  does: string;
  /** The rule implementations that it replaces. */
  replace: (shipped: RuleImplementations) => Partial<RuleImplementations>;
  /** The verdict on the rule. Default: `broken`. */
  verdict?: Exclude<Outcome, 'held'>;
  /** Other rules that the same answer breaks, so they are blamed too. Default: none. */
  alsoBlamed?: readonly string[];
  /** Whether it answers with a 500 on purpose. Any other 500 is a crash, which does not count as noticing a mutant. */
  answers500?: true;
}
