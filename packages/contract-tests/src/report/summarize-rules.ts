import { type Basis, rules } from '@escrow-kit/spec';
import {
  isUntriedThoughStated,
  type Outcome,
  type Reason,
  type Verification,
  type VerifiedInteraction,
} from '../verify/verification.ts';

/** What came of a rule, over all of its interactions. */
export interface RuleSummary {
  id: string;
  /** The rule in one sentence. */
  text: string;
  /** How well the rule is known. Checks of it may be known less well, and never call it broken. */
  basis: Basis;
  /**
   * `broken` where an interaction that is stated is. `not checkable` where none was checked, where a state that was tried
   * failed, or where refusals were checked alone, since all calls that are to succeed were left out. `assumed: differs`
   * where only interactions that are implied or assumed came out otherwise. `held` else.
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
  return Object.entries(rules).flatMap(([id, { text, basis, heldBy }]) => {
    const own = interactions.filter((interaction) => interaction.rules.includes(id));
    const isPromised = heldBy.includes('contract-tests');
    if (own.length === 0 && !isPromised) return [];
    const leftOut = own.filter((one) => reasonOf(one, id).length > 0).length;
    const outcome = judgeRule(id, own);
    return [{ id, text, basis, isPromised, outcome, interactions: own, leftOut, reasons: findReasons(own, id) }];
  });
}

/** Whether what is wrong about an interaction is about this rule, one of its own. */
export function breaks({ problems }: VerifiedInteraction, id: string): boolean {
  return problems.some(({ rule = id }) => rule === id);
}

function judgeRule(id: string, interactions: VerifiedInteraction[]): Outcome {
  const different = interactions.filter((interaction) => breaks(interaction, id));
  if (different.some(({ outcome }) => outcome === 'broken')) return 'broken';
  if (interactions.some(isUntriedThoughStated)) return 'not checkable';
  if (different.length > 0) return 'assumed: differs';
  if (interactions.some(({ rules: [first], reason }) => first === id && reason?.kind === 'not-shown'))
    return 'not checkable';
  const successes = interactions.filter(({ isRefusal }) => !isRefusal);
  const decisive = successes.length > 0 ? successes : interactions;
  return decisive.some(isSeen) ? 'held' : 'not checkable';
}

/** Whether a check, which is not about another rule alone, was made as far as its rule is concerned. */
function isSeen({ reason, problems }: VerifiedInteraction): boolean {
  return !reason && problems.every(({ kind }) => kind === 'promise');
}

function reasonOf({ reason, problems }: VerifiedInteraction, id: string): Reason[] {
  if (reason) return [reason];
  const other = problems.find(({ kind, rule = id }) => kind !== 'promise' && rule !== id);
  return other ? [{ kind: 'other-rule', text: `a check of it failed for another rule, ${other.rule}` }] : [];
}

function findReasons(interactions: VerifiedInteraction[], id: string): Reason[] {
  const reasons = new Map(
    interactions.flatMap((one) => reasonOf(one, id).map((reason) => [reason.text, reason] as const)),
  );
  return [...reasons.values()];
}
