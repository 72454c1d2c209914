import type { Basis } from '@escrow-kit/spec';

/**
 * What came of a check or a rule: `broken` is said of what the service's description states, `assumed: differs` of what
 * it implies or the kit assumes. The latter blames nobody.
 */
export type Outcome = 'held' | 'broken' | 'assumed: differs' | 'not checkable';

/** How an answer or a message is not what was promised. It holds no secret. */
export interface Problem {
  /**
   * `answer` of what came back, `promise` of what Pact can't compare, such as a signature, and `connection` where nothing
   * came back.
   */
  kind: 'answer' | 'promise' | 'connection';
  /** What is wrong, in a sentence. */
  text: string;
  /** The rule, where it is another one than the interaction's. */
  rule?: string;
}

/** Why an interaction was not checked. */
export interface Reason {
  /**
   * `control`: only a sandbox's control API reaches the state. `credential` and `host`: one is not given. `invitations`:
   * parties have to accept them first. `set-up`: a call that leads to the state failed, which is a failure of the
   * verification. `too-many`: the deployment went on answering that there were too many requests, which says nothing about the
   * check. `other-rule`: the check failed for another rule. `not-shown`: the description does not say what an answer has, so
   * that none can be judged.
   */
  kind: 'control' | 'credential' | 'host' | 'invitations' | 'set-up' | 'too-many' | 'other-rule' | 'not-shown';
  text: string;
}

/** An interaction and what came of it. */
export interface VerifiedInteraction {
  /** Whose pact it is of. */
  consumer: string;
  description: string;
  /** The ids of the rules that it holds, the one that its description starts with first. */
  rules: string[];
  /** Of the document, or `contractEvent`. */
  operationId: string | undefined;
  /** How well it is known that the service has to answer so. Only what is `stated` can be broken. */
  basis: Basis;
  /**
   * The interactions of the same name are alternatives, of which one has to hold: which is the right one is not confirmed.
   * Undefined where there is no other.
   */
  alternative?: string;
  /** Whether a refusal is wanted. A rule is held by those only where the calls that succeed were tried as well. */
  isRefusal: boolean;
  outcome: Outcome;
  /** None unless it is broken or differs. */
  problems: Problem[];
  /** Only where it was not checked. */
  reason?: Reason;
}

/** Says of alternatives, where not all are broken, that those which are only differ. */
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
 * What came of all: `broken` where something is; `incomplete` where nothing is, but something that is stated could not be
 * tried; `not checkable` where nothing was checked at all; `assumed: differs` where only what nobody stated is otherwise;
 * `held` else.
 */
export type Result = Outcome | 'incomplete';

/** Sums all of it up in a word. */
export function resultOf({ interactions }: Verification): Result {
  const outcomes = new Set(interactions.map(({ outcome }) => outcome));
  if (outcomes.has('broken')) return 'broken';
  if (interactions.some(isUntriedThoughStated)) return 'incomplete';
  if (outcomes.has('assumed: differs')) return 'assumed: differs';
  return outcomes.has('held') ? 'held' : 'not checkable';
}

/** Whether a check of what is stated could not be made, though everything was given that it needs. */
export function isUntriedThoughStated({ reason, basis }: VerifiedInteraction): boolean {
  return basis === 'stated' && (reason?.kind === 'set-up' || reason?.kind === 'too-many');
}
