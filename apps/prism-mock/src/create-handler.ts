import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseAnswer } from './choose-answer.ts';
import { type DocumentedOperation, readOperations } from './documented-operation.ts';
import { toMockRequest } from './mock-request.ts';
import { createPrism, type Prism } from './prism.ts';
import { readBody } from './read-body.ts';
import { refuseForeignHost } from './refuse-host.ts';
import { type Answer, isPreflight, sendAnswer, toPreflightAnswer, toProblemAnswer } from './send-answer.ts';
import { toViolationsHeader } from './violations-header.ts';

/** Answers one request. Never rejects. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Takes a line for each answer: operation, status and broken rule, and nothing that the caller sent. */
type Log = (line: string) => void;

/** What a handler needs to know. */
export interface HandlerOptions {
  log: Log;
  /** Refuse requests that name a host which is not this machine. */
  isLoopbackOnly: boolean;
}

/** Puts the document's refusals in front of Prism: they choose an example of the document, and Prism writes the answer. */
export async function createHandler(options: HandlerOptions): Promise<Handler> {
  const mock = { prism: await createPrism(), operations: readOperations(), ...options };
  return async (request, response) => {
    const answer = await answerRequest(mock, request).catch(toProblemAnswer);
    // A client that has left reads nothing.
    if (!response.destroyed) sendAnswer(request, response, answer);
  };
}

interface Mock extends HandlerOptions {
  prism: Prism;
  operations: Map<string, DocumentedOperation>;
}

async function answerRequest(
  { prism, operations, log, isLoopbackOnly }: Mock,
  incoming: IncomingMessage,
): Promise<Answer> {
  if (isLoopbackOnly) refuseForeignHost(incoming);
  if (isPreflight(incoming)) return toPreflightAnswer(incoming);
  const request = toMockRequest(incoming, await readBody(incoming));
  const operation = prism.findOperation(request);
  const documented = operations.get(`${operation.method} ${operation.path}`) as DocumentedOperation;

  const choice = chooseAnswer(documented, request, prism.readPreferences(request));
  const answer = await prism.answer(request, operation, choice);

  const reasons = [...(choice.refusal?.reasons ?? []), ...answer.diagnostics];
  log([documented.operationId, answer.status, reasons[0]?.rule].filter(Boolean).join(' '));
  return { ...answer, headers: { ...answer.headers, ...toViolationsHeader(reasons) } };
}
