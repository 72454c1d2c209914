import { type Basis, rules } from '@escrow-kit/spec';
import type { Exchange } from '../deployment/exchange.ts';

/** The outcomes of a check or a rule, the worst first. */
export const outcomes = ['broken', 'implied: differs', 'assumed: differs', 'not checkable', 'held'] as const;

/** The outcome of a check or a rule. */
export type Outcome = (typeof outcomes)[number];

/** The outcome of a failed check. */
export type Difference = 'broken' | 'implied: differs' | 'assumed: differs';

/** The outcome of a failed check, by the basis of its rule. */
export const differenceOf: Readonly<Record<Basis, Difference>> = {
  stated: 'broken',
  implied: 'implied: differs',
  assumed: 'assumed: differs',
};

/** Whether a check failed. */
export const isDifference = (outcome: Result): outcome is Difference =>
  Object.values<Result>(differenceOf).includes(outcome);

/** How an answer or an event differs from the expected one. `text` is one line without secrets. */
export type Problem = { text: string } & (
  | { kind: 'status' /** Such as `400` or `any 4xx`. */; expected: string; actual: number }
  /** A field of the body is missing or wrong, such as `data.milestones[0].id`. */
  | { kind: 'value'; field: string }
  /** The whole body, a missing event, or the signature or schedule of an event; `other` is for example a header. */
  | { kind: 'body' | 'event' | 'signature' | 'schedule' | 'other' }
);

/** Why an interaction was not checked. */
export interface Reason {
  kind:
    | 'control' // Only a sandbox's control API reaches the state.
    | 'credential'
    | 'host'
    | 'invitations'
    | 'set-up' // A call that leads to the state failed.
    | 'too-many' // The deployment kept answering with 429.
    | 'timeout'
    | 'unreachable'
    | 'not-the-service' // Something else answered, such as a proxy with a page.
    | 'stopped'
    | 'pact' // Pact's verifier ended during the check, or gave no result.
    | 'other-rule' // The check failed for another rule.
    | 'not-shown' // No check covers the rule, because the description does not show what to check.
    | 'document'; // The document says something else than the check.
  text: string;
  /** The operation of the call to the state that failed. */
  operationId?: string;
}

/** An interaction and its outcome. */
export interface VerifiedInteraction {
  /** The consumer of its pact. */
  consumer: string;
  /** Begins with `rule`, the ID of the rule that it checks. */
  description: string;
  rule: string;
  /** An operation of the document, or `contractEvent`. */
  operationId: string | undefined;
  /** The basis of the expected answer. Only a `stated` one can be broken. */
  basis: Basis;
  /** Whether a refusal is expected. Refusals without a success do not show that a rule holds. */
  isRefusal: boolean;
  outcome: Outcome;
  /** Empty if it held or was not checked. */
  problems: Problem[];
  /** The rule that its problems break: its own, unless access was refused or a refusal was a 5xx. Only if there are problems. */
  blamed?: string;
  /** The redacted request and answer. Only if it failed and was sent. */
  exchange?: Exchange;
  /** The redacted body of the event. Only if it failed and arrived. */
  event?: string;
  /** Only if it was not checked. */
  reason?: Reason;
  /** Remarks on its answer that break no rule. Only if there are any. */
  remarks?: string[];
}

/** The result of a verification, in the order of the pacts. */
export interface Verification {
  interactions: VerifiedInteraction[];
}

/**
 * The result of a verification: `broken` if a check is; else `incomplete` if a check of a stated rule was not possible, a call got no
 * answer, or the run was stopped; else `implied: differs` or `assumed: differs` if such a check failed; `held` if every check that ran
 * passed; `not checkable` if none ran.
 */
export type Result = Outcome | 'incomplete';

/** The result of these interactions. */
export function resultOf({ interactions }: Verification): Result {
  const found = new Set(interactions.map(({ outcome }) => outcome));
  if (found.has('broken')) return 'broken';
  if (interactions.some(makesIncomplete)) return 'incomplete';
  const worst = outcomes.find((outcome) => isDifference(outcome) && found.has(outcome));
  return worst ?? (found.has('held') ? 'held' : 'not checkable');
}

/** The reasons that leave a run incomplete even for rules that are not stated. */
const cutOffKinds: readonly Reason['kind'][] = ['timeout', 'unreachable', 'stopped'];
const untriedKinds: readonly Reason['kind'][] = [...cutOffKinds, 'set-up', 'too-many', 'not-the-service', 'pact'];

/** Whether a check that was not made leaves the run incomplete. */
export const makesIncomplete = (check: VerifiedInteraction): boolean =>
  isUntriedThoughStated(check) || (check.reason !== undefined && cutOffKinds.includes(check.reason.kind));

/** Whether a check of a stated rule was not possible although it had every input. */
const isUntriedThoughStated = ({ reason, basis }: VerifiedInteraction): boolean =>
  basis === 'stated' && reason !== undefined && untriedKinds.includes(reason.kind);

/** The outcome of a rule over all its interactions. */
export interface RuleSummary {
  id: string;
  /** The rule in one sentence. */
  text: string;
  /** The basis of the rule. Only a stated one can be broken. */
  basis: Basis;
  /**
   * The worst difference of its checks and of checks of other rules that break it. Else `not checkable` if no check ran, a stated one
   * was not possible, only refusals ran because every successful call was skipped, the document leaves none of its refusals, or each
   * refusal failed for another rule. Else `held`.
   */
  outcome: Outcome;
  /** The checks of the rule, and those of other rules that break it. */
  interactions: VerifiedInteraction[];
  /** Why checks were skipped, each reason once. */
  reasons: Reason[];
}

/** Summarizes a verification by rule, including the rules that must be checked, in the order of the rules. */
export function summarizeRules({ interactions }: Verification): RuleSummary[] {
  return Object.entries(rules).flatMap(([id, { text, basis, heldBy, reason }]) => {
    const all = interactions.filter(({ rule, blamed }) => rule === id || blamed === id);
    if (all.length === 0 && !heldBy.includes('contract-tests')) return [];
    const noCheck: Reason = { kind: 'not-shown', text: reason ?? 'the description does not show how to check it' };
    const reasons = all.length === 0 ? [noCheck] : all.flatMap((one) => reasonOf(one, id));
    const byText = new Map(reasons.map((one) => [one.text, one]));
    return { id, text, basis, outcome: judgeRule(id, all), interactions: all, reasons: [...byText.values()] };
  });
}

/** Why a check does not show whether a rule holds. */
function reasonOf({ reason, blamed }: VerifiedInteraction, id: string): Reason[] {
  if (reason) return [reason];
  return blamed === undefined || blamed === id ? [] : [{ kind: 'other-rule', text: `a check failed for ${blamed}` }];
}

function judgeRule(id: string, interactions: VerifiedInteraction[]): Outcome {
  const different = interactions.filter(({ blamed }) => blamed === id);
  const worst = outcomes.find((one) => different.some(({ outcome }) => outcome === one));
  if (worst === 'broken') return worst;
  const own = interactions.filter(({ rule }) => rule === id);
  if (own.some(isUntriedThoughStated)) return 'not checkable';
  if (worst) return worst;
  const [refusals, successes] = [own.filter((one) => one.isRefusal), own.filter((one) => !one.isRefusal)];
  if (refusals.length > 0 && refusals.every(({ reason }) => reason?.kind === 'document')) return 'not checkable';
  // Each refusal failed for another rule, which leaves this one open.
  if (refusals.length > 0 && refusals.every(({ blamed }) => blamed !== undefined)) return 'not checkable';
  const decisive = successes.length > 0 ? successes : refusals;
  return decisive.some(({ outcome }) => outcome === 'held') ? 'held' : 'not checkable';
}
