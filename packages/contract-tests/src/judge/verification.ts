import type { Basis } from '@escrow-kit/spec';
import type { Exchange } from '../deployment/exchange.ts';

/**
 * The outcomes of a check or a rule, the worst first. `broken` is only for what the service's description states, `implied: differs`
 * for what the description implies, and `assumed: differs` for what the kit assumes, which blames nobody.
 */
export const outcomes = ['broken', 'implied: differs', 'assumed: differs', 'not checkable', 'held'] as const;

/** The outcome of a check or a rule. */
export type Outcome = (typeof outcomes)[number];

/** The outcome of something that is not as expected. */
export type Difference = 'broken' | 'implied: differs' | 'assumed: differs';

/** The outcome of a difference, by the basis of what is expected, the strongest first. */
export const differenceOf: Readonly<Record<Basis, Difference>> = {
  stated: 'broken',
  implied: 'implied: differs',
  assumed: 'assumed: differs',
};

/** Whether something is not as expected. */
export const isDifference = (outcome: Result): outcome is Difference =>
  Object.values<Result>(differenceOf).includes(outcome);

/** How an answer or a message differs from what is expected. Contains no secret. */
export interface Problem {
  /**
   * `answer`: the answer is wrong. `condition`: something that Pact can't compare is not as expected, such as
   * a signature. `connection`: an event did not come.
   */
  kind: 'answer' | 'condition' | 'connection';
  /** What is wrong, in a sentence. */
  text: string;
  /** The wrong field of the body, such as `data.milestones[0].id`. */
  field?: string;
  /** The rule, if it is not the interaction's. */
  rule?: string;
}

/** Why an interaction was not checked. */
export interface Reason {
  /**
   * `control`: only a sandbox's control API reaches the state. `credential` and `host`: one is not given. `invitations`:
   * parties have to accept them first. `set-up`: a call that leads to the state failed. `too-many`: the deployment kept
   * answering with 429, which says nothing about the check. `timeout`: there was no answer in time. `unreachable`: there was no
   * connection, or it broke off. `not-the-service`: something else answered, such as a proxy with a page. `stopped`: the run was
   * stopped before the check ended. `pact`: Pact's verifier ended during the check, or gave no result. `other-rule`: the check
   * failed for another rule. `not-shown`: the description does not say what the answer holds, so it can't be judged.
   * `document`: the document says something else than the check.
   */
  kind:
    | 'control'
    | 'credential'
    | 'host'
    | 'invitations'
    | 'set-up'
    | 'too-many'
    | 'timeout'
    | 'unreachable'
    | 'not-the-service'
    | 'stopped'
    | 'pact'
    | 'other-rule'
    | 'not-shown'
    | 'document';
  text: string;
  /** The operation of the call to the state that failed. */
  operationId?: string;
}

/** An interaction and its outcome. */
export interface VerifiedInteraction {
  /** The consumer of its pact. */
  consumer: string;
  description: string;
  /** The ids of the rules that it checks. The one that its description starts with comes first. */
  rules: string[];
  /** An operation of the document, or `contractEvent`. */
  operationId: string | undefined;
  /** How well it is known that the service has to answer this way. Only what is `stated` can be broken. */
  basis: Basis;
  /**
   * Interactions with the same name here are alternatives. One of them has to hold; which one is not confirmed. Undefined if
   * there is no alternative.
   */
  alternative?: string;
  /**
   * Whether a refusal is expected. Refusals are not enough to show that a rule holds; a call that should succeed has to be checked
   * too.
   */
  isRefusal: boolean;
  outcome: Outcome;
  /** Empty unless it is broken or differs. */
  problems: Problem[];
  /** The request and its answer, redacted. Present only if it is broken or differs, and was sent. */
  exchange?: Exchange;
  /** The body of the event, redacted. Present only if it is broken or differs, and came. */
  event?: string;
  /** Present only if it was not checked. */
  reason?: Reason;
  /** What to tell about its answer without blame, each in a sentence. Present only if there is something. */
  remarks?: string[];
}

/** If not all alternatives are broken, changes the broken ones to `assumed: differs`. */
export function settleAlternatives(interactions: readonly VerifiedInteraction[]): VerifiedInteraction[] {
  const groups = Object.values(Object.groupBy(interactions, ({ alternative = '' }) => alternative));
  const lost = new Set(groups.filter((group = []) => group.every(({ outcome }) => outcome === 'broken')).flat());
  return interactions.map((interaction) => {
    const isSettled = interaction.alternative === undefined || lost.has(interaction);
    if (isSettled || interaction.outcome !== 'broken') return interaction;
    return { ...interaction, basis: 'assumed', outcome: 'assumed: differs' };
  });
}

/** What a verification found, in the order of the pacts. */
export interface Verification {
  interactions: VerifiedInteraction[];
}

/**
 * The result of a verification: `broken` if something is; `incomplete` if nothing is, but something stated could not be tried, a
 * call got no answer, or the run was stopped; `implied: differs` or `assumed: differs` if something that is not stated differs;
 * `held` if everything checked held; `not checkable` if nothing was checked.
 */
export type Result = Outcome | 'incomplete';

/** The result of a verification. */
export function resultOf({ interactions }: Verification): Result {
  const found = new Set(interactions.map(({ outcome }) => outcome));
  if (found.has('broken')) return 'broken';
  if (interactions.some(makesIncomplete)) return 'incomplete';
  const worst = outcomes.find((outcome) => isDifference(outcome) && found.has(outcome));
  return worst ?? (found.has('held') ? 'held' : 'not checkable');
}

/** Whether a check was due and could not be tried, which leaves a run incomplete. */
export function makesIncomplete(check: VerifiedInteraction): boolean {
  return isUntriedThoughStated(check) || (check.reason !== undefined && cutOffKinds.includes(check.reason.kind));
}

/** Whether a check of something stated failed to run although every input for it was given. */
export function isUntriedThoughStated({ reason, basis }: VerifiedInteraction): boolean {
  return basis === 'stated' && reason !== undefined && untriedKinds.includes(reason.kind);
}

/** What leaves a run incomplete even if only something that is not stated could not be tried. */
const cutOffKinds: readonly Reason['kind'][] = ['timeout', 'unreachable', 'stopped'];
const untriedKinds: readonly Reason['kind'][] = [...cutOffKinds, 'set-up', 'too-many', 'not-the-service', 'pact'];
