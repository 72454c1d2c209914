import { rules } from '@escrow-kit/spec';
import type { Outcome, Reason, Verification, VerifiedInteraction } from '../verify/verification.ts';

/** What came of a rule, over all of its interactions. */
export interface RuleSummary {
  id: string;
  /** The rule in one sentence. */
  text: string;
  /**
   * `broken` where an interaction is. `not-checked` where none was checked, where a state that was tried failed, or where
   * refusals were checked alone, since all calls that are to succeed were left out. `held` otherwise.
   */
  outcome: Outcome;
  /** Whether the pacts have to hold the rule. */
  isPromised: boolean;
  interactions: VerifiedInteraction[];
  /** How many of them were not checked. */
  leftOut: number;
  /** Why interactions of it were not checked, each reason once. */
  reasons: Reason[];
}

/** Sums a verification up rule by rule, in the order of the rules: those of the interactions and those that have to be. */
export function summarizeRules({ interactions }: Verification): RuleSummary[] {
  return Object.entries(rules).flatMap(([id, { text, heldBy }]) => {
    const own = interactions.filter((interaction) => interaction.rules.includes(id));
    const isPromised = heldBy.includes('contract-tests');
    if (own.length === 0 && !isPromised) return [];
    const leftOut = own.filter(({ reason }) => reason).length;
    const outcome = judgeRule(id, own);
    return [{ id, text, isPromised, outcome, interactions: own, leftOut, reasons: findReasons(own) }];
  });
}

/** Whether what is wrong about an interaction is about this rule, one of its own. */
export function breaks({ problems }: VerifiedInteraction, id: string): boolean {
  return problems.some(({ rule = id }) => rule === id);
}

function judgeRule(id: string, interactions: VerifiedInteraction[]): Outcome {
  if (interactions.some((interaction) => breaks(interaction, id))) return 'broken';
  if (interactions.some(({ reason }) => reason?.kind === 'set-up')) return 'not-checked';
  const successes = interactions.filter(({ isRefusal }) => !isRefusal);
  const decisive = successes.length > 0 ? successes : interactions;
  return decisive.some(({ reason }) => !reason) ? 'held' : 'not-checked';
}

function findReasons(interactions: VerifiedInteraction[]): Reason[] {
  const reasons = new Map(interactions.flatMap(({ reason }) => (reason ? [[reason.text, reason] as const] : [])));
  return [...reasons.values()];
}
