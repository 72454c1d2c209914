import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { findOperation, methodsOf, type RoutedOperation } from '@escrow-kit/spec';
import { getRequestListener } from '@hono/node-server';
import { Refusal } from '../domain/refusal.ts';
import { type Answer, sendAnswer } from '../http/answer.ts';
import { dropUnreadBody, type IncomingRequest, readBody, readFields } from '../http/read-request.ts';
import { reportError } from '../http/report-error.ts';
import { answerCall } from '../service/answer-call.ts';
import { breakAnswer } from '../service/fault-answer.ts';
import { refusalAnswer } from '../service/refusal-answer.ts';
import { allowPage, isPreflight, preflightAnswer } from './allow-page.ts';
import { findHostRefusal } from './check-host.ts';
import { createApp } from './create-app.ts';
import { logStrayCall } from './log-stray-call.ts';
import type { ServerContext } from './server-context.ts';

/**
 * Answers every request on the one origin: the document's operations directly, because a fault may have to break the socket;
 * everything else by the app, unless it names a foreign host. Pages of the allowed origins can read only the former.
 */
export function createListener(service: ServerContext): RequestListener {
  // This may run in a user's process, whose Request and Response must stay as they are.
  const app = getRequestListener(createApp(service).fetch, {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
  });
  return async (incoming, outgoing) => {
    dropUnreadBody(incoming, outgoing);
    outgoing.setHeader('escrow-sandbox-instance', service.instance);
    const answer = await answerHere(service, { incoming, outgoing });
    if (!answer) return app(incoming, outgoing);
    const isBroken = answer.fault && breakAnswer(answer, { outgoing, stopping: service.stopping });
    if (!isBroken) sendAnswer(outgoing, answer);
  };
}

/** Undefined if the document does not have the path. */
async function answerHere(
  service: ServerContext,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
): Promise<Answer | undefined> {
  const refusal = findHostRefusal(incoming.headers.host, service);
  if (refusal) return refusalAnswer(refusal);
  const target = URL.parse(incoming.url ?? '/', 'http://sandbox');
  if (!target) return undefined;
  const allowedMethods = methodsOf(target.pathname);
  if (allowedMethods.length === 0) return undefined;
  const { allowedOrigins } = service;
  const isAllowedPage = allowedOrigins.size > 0 && allowPage(allowedOrigins, { incoming, outgoing });
  if (isAllowedPage && isPreflight(incoming)) return preflightAnswer(incoming, allowedMethods);
  const routed = findOperation(incoming.method ?? '', target.pathname);
  return routed
    ? answerOperation(service, { incoming, target, routed })
    : refuseMethod(service, { incoming, allowedMethods });
}

interface RoutedRequest {
  incoming: IncomingMessage;
  target: URL;
  routed: RoutedOperation;
}

async function answerOperation(service: ServerContext, request: RoutedRequest): Promise<Answer> {
  const { operation } = request.routed;
  try {
    return await answerCall(service, operation, await readRequest(request));
  } catch (error) {
    if (!(error instanceof Refusal)) return reportError(error, { during: 'a request' });
    await logStrayCall(service, { incoming: request.incoming, refusal: error, operation });
    return refusalAnswer(error);
  }
}

async function readRequest({ incoming, target, routed: { path } }: RoutedRequest): Promise<IncomingRequest> {
  return {
    method: incoming.method ?? '',
    target: target.pathname + target.search,
    authorization: incoming.headers.authorization,
    contentType: incoming.headers['content-type'],
    path,
    query: readFields(target.searchParams),
    headers: incoming.headers,
    bodyText: await readBody(incoming),
  };
}

async function refuseMethod(
  service: ServerContext,
  { incoming, allowedMethods }: { incoming: IncomingMessage; allowedMethods: string[] },
): Promise<Answer> {
  const message = `Send ${allowedMethods.join(' or ')} to this path, not ${incoming.method}.`;
  const refusal = new Refusal('method_not_allowed', { rule: 'ERR-1d', field: 'method', message });
  await logStrayCall(service, { incoming, refusal });
  return { ...refusalAnswer(refusal), headers: { allow: allowedMethods.join(', ') } };
}
