import { type Answer, type Call, Refusal, type RuleImplementations } from '@escrow-kit/sandbox/testing';
import type { OperationId, ServiceOperation } from '@escrow-kit/spec';
import type { Mutant } from './mutant.ts';

type Replace = Mutant['replace'];
type Handler<Id extends OperationId> = RuleImplementations['handlers'][Id];

/** Accepts any kind of token for the operations that `concerns` names. */
export const takeAnyToken =
  (concerns: (operation: ServiceOperation, kind: string) => boolean): Replace =>
  ({ checkTokenKind }) => ({
    checkTokenKind: (operation, caller) => {
      if (!concerns(operation, caller.kind)) checkTokenKind(operation, caller);
    },
  });

/** Accepts requests that break only `rule`. */
export const ignoreViolationsOf =
  (rule: string): Replace =>
  ({ checkRequest }) => ({
    checkRequest: (operation, request, body) => {
      try {
        checkRequest(operation, request, body);
      } catch (error) {
        const { violations = [] } = error instanceof Refusal ? error.details : {};
        if (violations.length === 0 || violations.some((violation) => violation.rule !== rule)) throw error;
      }
    },
  });

/** Accepts any request to an operation, and answers as to the document's example. */
export const takeAnyBody =
  (operationId: OperationId, result: unknown): Replace =>
  ({ checkRequest, handlers }) => ({
    checkRequest: (operation, request, body) => {
      if (operation.id !== operationId) checkRequest(operation, request, body);
    },
    handlers: { ...handlers, [operationId]: async () => result },
  });

/** Changes the answers of an operation, by their status. */
export const changeAnswer =
  (operationId: OperationId | 'any', status: number, change: (answer: Answer) => Partial<Answer>): Replace =>
  ({ completeAnswer }) => ({
    completeAnswer: (service, operation, attempt) => {
      const answer = completeAnswer(service, operation, attempt);
      const isConcerned = (operationId === 'any' || operation.id === operationId) && answer.status === status;
      return isConcerned ? { ...answer, ...change(answer) } : answer;
    },
  });

/** Changes the body of an operation's success. */
export const changeResult = (
  operationId: OperationId,
  // biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart to be broken
  change: (body: any) => unknown,
): Replace => changeAnswer(operationId, 200, ({ body }) => ({ body: change(body) }));

/** Wraps the handler of an operation. */
export const wrapHandler =
  <Id extends OperationId>(
    operationId: Id,
    wrap: (shipped: Handler<Id>, call: Call<Id>) => ReturnType<Handler<Id>>,
  ): Replace =>
  ({ handlers }) => ({
    handlers: { ...handlers, [operationId]: (call: Call<Id>) => wrap(handlers[operationId], call) },
  });

/** Gives a field of an object another name. */
export function rename(record: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
  const { [from]: value, ...others } = record;
  return { ...others, [to]: value };
}

/** Leaves a field of an object out. */
export function omit(record: Record<string, unknown>, field: string): Record<string, unknown> {
  const { [field]: _, ...others } = record;
  return others;
}
