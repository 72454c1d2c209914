import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseAnswer } from './choose-answer.ts';
import { toMockRequest } from './mock-request.ts';
import { findOperation, type MockedOperation, prepareOperations } from './mocked-operation.ts';
import { passOnUnknown } from './prism-request.ts';
import { readBody } from './read-body.ts';
import { refuseForeignHost } from './refuse-host.ts';
import { type Answer, isPreflight, sendAnswer, toPreflightAnswer, toProblemAnswer } from './send-answer.ts';
import type { Prism } from './supervise-prism.ts';
import { toViolationsHeader } from './violations-header.ts';

/** Answers one request. Never rejects. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Options of a handler. */
export interface HandlerOptions {
  prism: Prism;
  /** Called with a line for each answer: operation, status and broken rule. Contains nothing that the caller sent. */
  log: (line: string) => void;
  /** Refuse requests that name a host other than this machine. */
  isLoopbackOnly: boolean;
}

/** Checks requests before Prism does. For a refusal it asks Prism for an example of the document. */
export function createHandler(options: HandlerOptions): Handler {
  const mock = { ...options, operations: prepareOperations() };
  return async (request, response) => {
    const answer = await answerRequest(mock, request).catch(toProblemAnswer);
    // The client has left.
    if (!response.destroyed) sendAnswer(request, response, answer);
  };
}

async function answerRequest(
  { prism, operations, log, isLoopbackOnly }: HandlerOptions & { operations: MockedOperation[] },
  incoming: IncomingMessage,
): Promise<Answer> {
  if (isLoopbackOnly) refuseForeignHost(incoming);
  if (isPreflight(incoming)) return toPreflightAnswer(incoming);
  const request = toMockRequest(incoming, await readBody(incoming));
  const operation = findOperation(operations, request);
  if (!operation) return prism.send(passOnUnknown(request));

  const { prismRequest, refusal } = chooseAnswer(operation, request);
  const answer = await prism.send(prismRequest);
  log([operation.id, answer.status, refusal?.reasons[0]?.rule].filter(Boolean).join(' '));
  return refusal ? { ...answer, headers: { ...answer.headers, ...toViolationsHeader(refusal.reasons) } } : answer;
}
