import type { Parts } from '@escrow-kit/sandbox/testing';

/** A sandbox that breaks one rule on purpose. */
export interface Mutant {
  /** The id of the rule. */
  rule: string;
  /** What this sandbox does wrong, in a sentence without a full stop. */
  does: string;
  /** The parts that it has in place of the shipped ones. */
  replace: (shipped: Parts) => Partial<Parts>;
  /** It answers with a 500 on purpose. Otherwise one is a crash, by which no mutant may be noticed. */
  answers500?: true;
}
