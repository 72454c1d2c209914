import { type Answer, type Call, Refusal, type RuleImplementations } from '@escrow-kit/sandbox/testing';
import type { OperationId, ServiceOperation, TokenKind } from '@escrow-kit/spec';

/** What a sandbox does wrong: the rule implementations that it has in place of the shipped ones. */
export type Fault = (shipped: RuleImplementations) => Partial<RuleImplementations>;

/** Faults by the id of the broken rule and, after a blank, what the sandbox does, as the end of a sentence. */
export type Faults = Readonly<Record<string, Fault>>;

// biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart to be broken
type Json = any;

/** Accepts any kind of token for the operations that `concerns` names. */
export const takeAnyToken =
  (concerns: (operation: ServiceOperation, kind: string) => boolean): Fault =>
  ({ checkTokenKind }) => ({
    checkTokenKind: (operation, caller) => {
      if (!concerns(operation, caller.kind)) checkTokenKind(operation, caller);
    },
  });

/** Wants a token of this kind for an operation, and no other. */
export const wantToken =
  (operationId: OperationId, kind: TokenKind): Fault =>
  ({ checkTokenKind }) => ({
    checkTokenKind: (operation, caller) =>
      checkTokenKind(operation.id === operationId ? { ...operation, tokenKinds: [kind] } : operation, caller),
  });

/** Accepts requests that break only `rule`. Default: whatever their body is. */
export const accept =
  (rule: string, isAccepted: (body: Json) => boolean = () => true): Fault =>
  ({ checkRequest }) => ({
    checkRequest: (operation, request, body) => {
      try {
        checkRequest(operation, request, body);
      } catch (error) {
        const { violations = [] } = error instanceof Refusal ? error.details : {};
        const breaksOnlyThis = violations.length > 0 && violations.every((violation) => violation.rule === rule);
        if (!breaksOnlyThis || !isAccepted(body)) throw error;
      }
    },
  });

/** Accepts any request to an operation, and answers with this result. */
export const acceptAnything =
  (operationId: OperationId, result: unknown): Fault =>
  ({ checkRequest, handlers }) => ({
    checkRequest: (operation, request, body) => {
      if (operation.id !== operationId) checkRequest(operation, request, body);
    },
    handlers: { ...handlers, [operationId]: () => result },
  });

/** Changes the answers of operations that have this status. */
export const changeAnswer =
  (
    operationIds: OperationId | readonly OperationId[] | 'any',
    status: number,
    change: Partial<Answer> | ((answer: Answer) => Partial<Answer>),
  ): Fault =>
  ({ completeAnswer }) => ({
    completeAnswer: (service, operation, attempt) => {
      const answer = completeAnswer(service, operation, attempt);
      const isConcerned = operationIds === 'any' || [operationIds].flat().includes(operation.id);
      if (!isConcerned || answer.status !== status) return answer;
      return { ...answer, ...(typeof change === 'function' ? change(answer) : change) };
    },
  });

/** Changes the body of an operation's success. */
export const changeResult = (operationId: OperationId, change: (body: Json) => unknown): Fault =>
  changeAnswer(operationId, 200, ({ body }) => ({ body: change(body) }));

/** Gives a field another value, which may depend on its own and on the fields beside it. Without one it is left out. */
type Change = (value: Json, others: Json) => unknown;

/** Changes a field of an operation's answers, by its path such as `data.milestones.*.fee`. Default: leaves it out of each 200. */
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

/** Gives a field of an object another name. */
export function rename(record: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
  const { [from]: value, ...others } = record;
  return { ...others, [to]: value };
}

type Handler<Id extends OperationId> = RuleImplementations['handlers'][Id];

/** Wraps the handler of an operation. */
export const wrapHandler =
  <Id extends OperationId>(operationId: Id, wrap: (shipped: Handler<Id>, call: Call<Id>) => unknown): Fault =>
  ({ handlers }) => ({
    handlers: { ...handlers, [operationId]: (call: Call<Id>) => wrap(handlers[operationId], call) },
  });

/** Refuses the calls of an operation that `isRefused` finds. Default: all. */
export const refuse = <Id extends OperationId>(
  operationId: Id,
  isRefused: (call: Call<Id>) => boolean = () => true,
): Fault =>
  wrapHandler(operationId, (shipped, call) => {
    if (!isRefused(call)) return shipped(call);
    throw new Refusal('rule_violation', { rule: 'ERR-1', message: 'Refused, though it is right.' });
  });

/** Answers the refusals of an operation's handler with a result. */
export const answerRefused = <Id extends OperationId>(operationId: Id, result: (call: Call<Id>) => unknown): Fault =>
  wrapHandler(operationId, (shipped, call) => {
    try {
      return shipped(call);
    } catch (error) {
      if (error instanceof Refusal) return result(call);
      throw error;
    }
  });

/** Calls the handler of an operation with another body. */
export const changeBody = <Id extends OperationId>(
  operationId: Id,
  change: (body: Call<Id>['body']) => Call<Id>['body'],
): Fault => wrapHandler(operationId, (shipped, call) => shipped({ ...call, body: change(call.body) }));

/** Sends another event, signed as it is sent. */
export const changeEvent =
  (change: (event: Record<string, unknown>) => unknown): Fault =>
  ({ prepareWebhook }) => ({
    prepareWebhook: (request) =>
      prepareWebhook({ ...request, body: JSON.stringify(change(JSON.parse(request.body) as Record<string, unknown>)) }),
  });

/** Sends events with another signature, in a header of its name. */
export const changeSignature =
  (change: (signature: string, bytes: Buffer, secret: string) => Record<string, string>): Fault =>
  ({ prepareWebhook }) => ({
    prepareWebhook: (request) => {
      const parts = prepareWebhook(request);
      const { 'service-signature': signature = '', ...headers } = parts.headers;
      return { ...parts, headers: { ...headers, ...change(signature, parts.bytes, request.webhookSecret) } };
    },
  });

/** Writes the events of a status, and never sends them. */
export const loseEvents = (status: string): Fault =>
  wrapHandler('createContract', (shipped, call) => {
    const { store } = call;
    const insert = store.insert.bind(store);
    store.insert = (table, row) => {
      const isLost = table === 'deliveries' && 'eventId' in row && isOfStatus(call, String(row.eventId), status);
      if (!isLost) insert(table, row);
    };
    return shipped(call);
  });

const isOfStatus = ({ store }: Call<'createContract'>, id: string, status: string): boolean =>
  store.find('events', { id })?.status === status;
