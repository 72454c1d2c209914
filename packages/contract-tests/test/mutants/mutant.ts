import type { RuleImplementations } from '@escrow-kit/sandbox/testing';
import type { Outcome } from '../../src/judge/verification.ts';

/** What a sandbox does wrong on purpose. */
export interface Fault {
  /** The rule implementations that it replaces. */
  replace: (shipped: RuleImplementations) => Partial<RuleImplementations>;
  /** The verdict on the rule. Default: `broken`. */
  verdict?: Exclude<Outcome, 'held'>;
  /** Other rules that the same answer breaks, so they are blamed too. Default: none. */
  alsoBlamed?: readonly string[];
  /** Whether it answers with a 500 on purpose. Any other 500 is a crash, which does not count as noticing a mutant. */
  answers500?: true;
}

/** Faults by the id of the broken rule and, after a blank, what the sandbox does, as the end of a sentence. */
export type Faults = Readonly<Record<string, Fault>>;

/** A sandbox that breaks one rule on purpose. */
export interface Mutant extends Fault {
  rule: string;
  does: string;
}
