import type { RuleImplementations } from '@escrow-kit/sandbox/testing';

import type { Outcome } from '../../src/verify/verification.ts';

/** A sandbox that breaks one rule on purpose. */
export interface Mutant {
  /** The id of the rule. */
  rule: string;
  /** What this sandbox does wrong, in a sentence without a full stop. */
  does: string;
  /** The parts that it has in place of the shipped ones. */
  replace: (shipped: RuleImplementations) => Partial<RuleImplementations>;
  /** What is said of the rule. Default: `broken`. */
  verdict?: Exclude<Outcome, 'held'>;
  /** Other rules that the same answer breaks, so that they are blamed as well. Default: none. */
  alsoBlamed?: readonly string[];
  /** It answers with a 500 on purpose. Otherwise one is a crash, by which no mutant may be noticed. */
  answers500?: true;
}
