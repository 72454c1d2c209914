import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceOperation } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { type Answer, sendAnswer, toProblemAnswer } from './answer.ts';
import { readPreferences } from './preferences.ts';
import { toPrismRequest } from './prism-request.ts';
import { readRequest } from './read-request.ts';
import { refuseForeignHost } from './refuse-foreign-host.ts';
import { type RequestValidator, refuseRequest, toViolationsHeader } from './refuse-request.ts';
import type { Prism } from './supervise-prism.ts';

/** Options of a handler. */
export interface HandlerOptions {
  prism: Prism;
  /** Called with a line for each answer: operation, status and broken rule. Contains nothing that the caller sent. */
  log: (line: string) => void;
  /** Refuse requests that name a host other than this machine. */
  isLoopbackOnly: boolean;
}

/** Checks requests by the document, and asks Prism for the answers. Never rejects. */
export function createHandler({
  prism,
  log,
  isLoopbackOnly,
}: HandlerOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  /** By operation. Compiled at its first request, because compiling all takes longer than the rest of the start. */
  const validators = new Map<string, RequestValidator>();

  function validatorOf({ id }: ServiceOperation): RequestValidator {
    const validate = validators.get(id) ?? createRequestValidator(id);
    validators.set(id, validate);
    return validate;
  }

  async function answerRequest(incoming: IncomingMessage): Promise<Answer> {
    if (isLoopbackOnly) refuseForeignHost(incoming);
    const isPreflight = incoming.method === 'OPTIONS' && 'access-control-request-method' in incoming.headers;
    if (isPreflight) return { status: 204 };
    const request = await readRequest(incoming);
    const { operation, headers } = request;
    const preferences = readPreferences(operation, headers['prefer']);
    // A caller who prefers an answer gets it, even for a wrong request; otherwise the document decides.
    const isChosen = preferences.code !== undefined || preferences.example !== undefined;
    const refusal = isChosen ? undefined : refuseRequest(request, validatorOf(operation));
    const refused = refusal && { code: String(refusal.status), example: refusal.example?.name };
    const answer = await prism.send(toPrismRequest(operation, { ...preferences, ...refused }));
    log([operation.id, answer.status, refusal?.reasons[0]?.rule].filter(Boolean).join(' '));
    if (!refusal) return answer;
    return { ...answer, headers: { ...answer.headers, 'sl-violations': toViolationsHeader(refusal.reasons) } };
  }

  return async (request, response) => {
    const answer = await answerRequest(request).catch(toProblemAnswer);
    // The client has left.
    if (!response.destroyed) sendAnswer(request, response, answer);
  };
}
