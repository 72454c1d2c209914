import { type Answer, type Call, Refusal, type RuleImplementations } from '@escrow-kit/sandbox/testing';
import type { OperationId, ServiceOperation, TokenKind } from '@escrow-kit/spec';
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

type Handler<Id extends OperationId> = RuleImplementations['handlers'][Id];

/** A fault that only differs from what is implied. */
export const implied = (fault: Fault): Fault => ({ ...fault, verdict: 'implied: differs' });

/** A fault that only differs from what is assumed. */
export const assumed = (fault: Fault): Fault => ({ ...fault, verdict: 'assumed: differs' });

/** A fault for which these rules are blamed, too. */
export const alsoBlaming = (alsoBlamed: readonly string[], fault: Fault): Fault => ({ ...fault, alsoBlamed });

/** Accepts any kind of token for the operations that `concerns` names. */
export const takeAnyToken = (concerns: (operation: ServiceOperation, kind: string) => boolean): Fault => ({
  replace: ({ checkTokenKind }) => ({
    checkTokenKind: (operation, caller) => {
      if (!concerns(operation, caller.kind)) checkTokenKind(operation, caller);
    },
  }),
});

/** Wants a token of this kind for an operation, and no other. */
export const wantToken = (operationId: OperationId, kind: TokenKind): Fault => ({
  replace: ({ checkTokenKind }) => ({
    checkTokenKind: (operation, caller) =>
      checkTokenKind(operation.id === operationId ? { ...operation, tokenKinds: [kind] } : operation, caller),
  }),
});

/** Accepts requests that break only `rule`. */
export const ignoreViolationsOf = (rule: string): Fault => ({
  replace: ({ checkRequest }) => ({
    checkRequest: (operation, request, body) => {
      try {
        checkRequest(operation, request, body);
      } catch (error) {
        const { violations = [] } = error instanceof Refusal ? error.details : {};
        if (violations.length === 0 || violations.some((violation) => violation.rule !== rule)) throw error;
      }
    },
  }),
});

/** Accepts any request to an operation, and answers with this result. */
export const takeAnyBody = (operationId: OperationId, result: unknown): Fault => ({
  replace: ({ checkRequest, handlers }) => ({
    checkRequest: (operation, request, body) => {
      if (operation.id !== operationId) checkRequest(operation, request, body);
    },
    handlers: { ...handlers, [operationId]: () => result },
  }),
});

/** Changes the answers of an operation, by their status. */
export const changeAnswer = (
  operationId: OperationId | 'any',
  status: number,
  change: Partial<Answer> | ((answer: Answer) => Partial<Answer>),
): Fault => ({
  replace: ({ completeAnswer }) => ({
    completeAnswer: (service, operation, attempt) => {
      const answer = completeAnswer(service, operation, attempt);
      const isConcerned = (operationId === 'any' || operation.id === operationId) && answer.status === status;
      return isConcerned ? { ...answer, ...(typeof change === 'function' ? change(answer) : change) } : answer;
    },
  }),
});

// biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart to be broken
type Json = any;

/** Changes the body of an operation's success. */
export const changeResult = (operationId: OperationId, change: (body: Json) => unknown): Fault =>
  changeAnswer(operationId, 200, ({ body }) => ({ body: change(body) }));

/** Gives a field another value, which may depend on its own and on the fields beside it. Without one it is left out. */
type Change = (value: Json, others: Json) => unknown;

/**
 * Changes a field of an operation's answers, by its path such as `data.milestones.*.fee`. Default: the answers with 200, and the
 * field is left out.
 */
export const changeField = (
  operationId: OperationId,
  path: string,
  change: Change = () => undefined,
  status = 200,
): Fault => changeAnswer(operationId, status, ({ body }) => ({ body: changeAt(body, path.split('.'), change) }));

function changeAt(body: Json, [step = '', ...rest]: string[], change: Change): unknown {
  if (step === '*') return body.map((item: Json) => changeAt(item, rest, change));
  const { [step]: value, ...others } = body;
  const changed = rest.length > 0 ? changeAt(value, rest, change) : change(value, others);
  return changed === undefined ? others : { ...others, [step]: changed };
}

/** Gives a field of an operation's successes another name. */
export const renameField = (operationId: OperationId, parent: string, from: string, to: string): Fault =>
  changeField(operationId, parent, (fields) => rename(fields, from, to));

/** Wraps the handler of an operation. */
export const wrapHandler = <Id extends OperationId>(
  operationId: Id,
  wrap: (shipped: Handler<Id>, call: Call<Id>) => unknown,
): Fault => ({
  replace: ({ handlers }) => ({
    handlers: { ...handlers, [operationId]: (call: Call<Id>) => wrap(handlers[operationId], call) },
  }),
});

/** Answers an operation's refusals with a result instead: those by `rule`. Default: all. */
export const answerRefused = <Id extends OperationId>(
  operationId: Id,
  result: (call: Call<Id>) => unknown,
  rule?: string,
): Fault =>
  wrapHandler(operationId, (shipped, call) => {
    try {
      return shipped(call);
    } catch (error) {
      if (error instanceof Refusal && (rule ?? error.details.rule) === error.details.rule) return result(call);
      throw error;
    }
  });

/** Calls the handler of an operation with another body. */
export const changeBody = <Id extends OperationId>(
  operationId: Id,
  change: (body: Call<Id>['body']) => Call<Id>['body'],
): Fault => wrapHandler(operationId, (shipped, call) => shipped({ ...call, body: change(call.body) }));

/** Gives a field of an object another name. */
export function rename(record: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
  const { [from]: value, ...others } = record;
  return { ...others, [to]: value };
}
