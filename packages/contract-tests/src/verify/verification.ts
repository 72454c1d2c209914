/** What came of a promise. */
export type Outcome = 'held' | 'broken' | 'not-checked';

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
   * `control`: only a sandbox's control API reaches the state. `credential` and `host`: one is not given. `set-up`: a call
   * that leads to the state failed, which is a failure of the verification.
   */
  kind: 'control' | 'credential' | 'host' | 'set-up';
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
  /** Whether a refusal is wanted. A rule is held by those only where the calls that succeed were tried as well. */
  isRefusal: boolean;
  outcome: Outcome;
  /** None unless it is broken. */
  problems: Problem[];
  /** Only where it was not checked. */
  reason?: Reason;
}

/** What a verification found, in the order of the pacts. */
export interface Verification {
  interactions: VerifiedInteraction[];
}

/**
 * What came of all: `broken` where something is; `incomplete` where nothing is, but something could not be tried;
 * `not-checked` where nothing was checked at all; `held` otherwise.
 */
export type Result = Outcome | 'incomplete';

/** Sums all of it up in a word. */
export function resultOf({ interactions }: Verification): Result {
  const outcomes = new Set(interactions.map(({ outcome }) => outcome));
  if (outcomes.has('broken')) return 'broken';
  if (interactions.some(({ reason }) => reason?.kind === 'set-up')) return 'incomplete';
  return outcomes.has('held') ? 'held' : 'not-checked';
}
