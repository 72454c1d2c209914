import { type Basis, mainRuleOf, rules } from '@escrow-kit/spec';
import {
  isUntriedThoughStated,
  type Outcome,
  outcomes,
  type Reason,
  type Verification,
  type VerifiedInteraction,
} from './verification.ts';

/** The outcome of a rule over all its interactions. */
export interface RuleSummary {
  id: string;
  /** The rule in one sentence. */
  text: string;
  /** How certain the rule is. A less certain check of it never reports it as broken. */
  basis: Basis;
  /**
   * `broken` if a stated interaction is. `not checkable` if none was checked, if a state could not be set up, if only
   * refusals were checked because every call that should succeed was left out, if the document leaves none of its refusals, or if a
   * check of a constraint differs for its rule. `implied: differs` or `assumed: differs` if only interactions that are not stated
   * differ; the stronger of them counts. `held` otherwise.
   */
  outcome: Outcome;
  /** Whether the pacts have to check the rule. Reports keep this name. */
  needsCheck: boolean;
  interactions: VerifiedInteraction[];
  /** How many interactions were not checked. */
  leftOut: number;
  /** Why interactions were not checked, each reason once. */
  reasons: Reason[];
}

/**
 * Summarizes a verification rule by rule, in the order of the rules: the rules of the interactions, and those that have to be
 * checked.
 */
export function summarizeRules({ interactions }: Verification): RuleSummary[] {
  return Object.entries(rules).flatMap(([id, { text, basis, heldBy }]) => {
    const own = interactions.filter((interaction) => interaction.rules.includes(id));
    const needsCheck = heldBy.includes('contract-tests');
    if (own.length === 0 && !needsCheck) return [];
    const leftOut = own.filter((one) => reasonOf(one, id).length > 0).length;
    const outcome = judgeRule(id, own);
    return [{ id, text, basis, needsCheck, outcome, interactions: own, leftOut, reasons: findReasons(own, id) }];
  });
}

/** Whether a problem of an interaction is about this rule. */
export function breaks({ problems }: VerifiedInteraction, id: string): boolean {
  return problems.some(({ rule = id }) => rule === id);
}

function judgeRule(id: string, interactions: VerifiedInteraction[]): Outcome {
  const different = interactions.filter((interaction) => breaks(interaction, id));
  const worst = outcomes.find((one) => different.some(({ outcome }) => outcome === one));
  if (worst === 'broken') return worst;
  if (interactions.some(isUntriedThoughStated)) return 'not checkable';
  if (worst) return worst;
  // A check of a constraint that breaks its rule leaves open which of the rule's constraints it breaks.
  if (interactions.some((one) => breaks(one, mainRuleOf(id)))) return 'not checkable';
  const own = interactions.filter(({ rules: [first] }) => first === id);
  if (own.some(({ reason }) => reason?.kind === 'not-shown')) return 'not checkable';
  const refusals = own.filter(({ isRefusal }) => isRefusal);
  if (refusals.length > 0 && refusals.every(({ reason }) => reason?.kind === 'document')) return 'not checkable';
  const successes = interactions.filter(({ isRefusal }) => !isRefusal);
  const decisive = successes.length > 0 ? successes : interactions;
  return decisive.some(isSeen) ? 'held' : 'not checkable';
}

/** Whether a check was made and everything that Pact compares was right. */
function isSeen({ reason, problems }: VerifiedInteraction): boolean {
  return !reason && problems.every(({ kind }) => kind === 'condition');
}

function reasonOf({ reason, problems }: VerifiedInteraction, id: string): Reason[] {
  if (reason) return [reason];
  const other = problems.find(({ kind, rule = id }) => kind !== 'condition' && rule !== id);
  return other ? [{ kind: 'other-rule', text: `one of its checks failed for another rule, ${other.rule}` }] : [];
}

function findReasons(interactions: VerifiedInteraction[], id: string): Reason[] {
  const reasons = new Map(
    interactions.flatMap((one) => reasonOf(one, id).map((reason) => [reason.text, reason] as const)),
  );
  return [...reasons.values()];
}
