import { rules } from '@escrow-kit/spec';
import type { Outcome, Reason, Verification, VerifiedInteraction } from '../verify/verification.ts';

/** What came of a rule, over all of its interactions. */
export interface RuleSummary {
  id: string;
  /** The rule in one sentence. */
  text: string;
  /**
   * `broken` where an interaction is. `held` where all that were checked held, and no state that was tried failed.
   * `not-checked` otherwise.
   */
  outcome: Outcome;
  /** Whether the pacts have to hold the rule. */
  isPromised: boolean;
  interactions: VerifiedInteraction[];
  /** Why interactions of it were not checked, each reason once. */
  reasons: Reason[];
}

/** Sums a verification up rule by rule, in the order of the rules: those of the interactions and those that have to be. */
export function summarizeRules({ interactions }: Verification): RuleSummary[] {
  return Object.entries(rules).flatMap(([id, { text, where }]) => {
    const own = interactions.filter((interaction) => interaction.rules.includes(id));
    const isPromised = where.includes('P');
    if (own.length === 0 && !isPromised) return [];
    return [{ id, text, isPromised, outcome: judgeRule(id, own), interactions: own, reasons: findReasons(own) }];
  });
}

/** Whether what is wrong about an interaction is about this rule, one of its own. */
export function breaks({ problems }: VerifiedInteraction, id: string): boolean {
  return problems.some(({ rule = id }) => rule === id);
}

function judgeRule(id: string, interactions: VerifiedInteraction[]): Outcome {
  if (interactions.some((interaction) => breaks(interaction, id))) return 'broken';
  const hasFailed = interactions.some(({ reason }) => reason?.kind === 'set-up');
  return interactions.some(({ reason }) => !reason) && !hasFailed ? 'held' : 'not-checked';
}

function findReasons(interactions: VerifiedInteraction[]): Reason[] {
  const reasons = new Map(interactions.flatMap(({ reason }) => (reason ? [[reason.text, reason] as const] : [])));
  return [...reasons.values()];
}
