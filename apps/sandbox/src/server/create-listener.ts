import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { findOperation, methodsOf, type RoutedOperation, type ServiceOperation } from '@escrow-kit/spec';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { routeControl } from '../control/route-control.ts';
import { createId } from '../domain/create-id.ts';
import { Refusal } from '../domain/refusal.ts';
import { findCaller } from '../domain/tenants.ts';
import {
  type Answer,
  type Environment,
  type HttpRefusal,
  reportError,
  sendAnswer,
  toResponse,
} from '../http/answer.ts';
import { dropUnreadBody, type IncomingRequest, readBody, readFields, readToken } from '../http/read-request.ts';
import { routeCheckoutPage } from '../pages/checkout/route-checkout-page.ts';
import { routeDashboard } from '../pages/dashboard/route-dashboard.ts';
import { routeSdkScript } from '../pages/sdk-script/route-sdk-script.ts';
import { answerCall } from '../service/answer-call.ts';
import { refusalAnswer } from '../service/answers.ts';
import { breakAnswer } from '../service/fault-answer.ts';
import { allowPage, findHostRefusal, isPreflight, preflightAnswer } from './allowed-callers.ts';
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
    const answer = await answerHere(service, { incoming, outgoing }).catch((error: unknown) =>
      reportError(error, { during: 'a request' }),
    );
    if (!answer) return app(incoming, outgoing);
    const isBroken = await breakAnswer(answer, { outgoing, stopping: service.stopping });
    if (!isBroken) sendAnswer(outgoing, answer);
  };
}

/** Routes everything that is not an operation of the document: the control API and the pages. */
function createApp(service: ServerContext): Hono<Environment> {
  const app = new Hono<Environment>();
  routeControl(app, service);
  routeCheckoutPage(app, service);
  routeSdkScript(app);
  routeDashboard(app);
  app.onError((error) => toResponse(reportError(error, { during: 'a request' })));
  app.notFound(({ env, req }) => {
    const message =
      'The document has no such path. Compare it with the paths in openapi.bundle.json of @escrow-kit/spec.';
    const refusal = new Refusal('not_found', { rule: 'ERR-1d', message });
    const isOfDashboard = req.path.startsWith('/dashboard');
    return toResponse(isOfDashboard ? refusalAnswer(refusal) : refuse(service, { incoming: env.incoming, refusal }));
  });
  return app;
}

/** Undefined if the document does not have the path. */
async function answerHere(
  service: ServerContext,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
): Promise<Answer | undefined> {
  const { method = '', headers, url = '/' } = incoming;
  const hostRefusal = findHostRefusal(headers.host, service);
  if (hostRefusal) return refusalAnswer(hostRefusal);
  const target = URL.parse(url, 'http://sandbox');
  if (!target) return undefined;
  const routed = findOperation(method, target.pathname);
  const allowedMethods = routed ? [method] : methodsOf(target.pathname);
  if (allowedMethods.length === 0) return undefined;
  const isAllowedPage = allowPage(service.allowedOrigins, { incoming, outgoing });
  if (routed) return answerOperation(service, { ...routed, incoming, query: readFields(target.searchParams) });
  if (isAllowedPage && isPreflight(incoming)) return preflightAnswer(incoming, allowedMethods);
  const message = `Send ${allowedMethods.join(' or ')} to this path, not ${method}.`;
  const refusal = new Refusal('method_not_allowed', { rule: 'ERR-1d', field: 'method', message });
  return { ...refuse(service, { incoming, refusal }), headers: { allow: allowedMethods.join(', ') } };
}

/** A request for an operation, whose body is not read yet. */
interface OperationRequest extends RoutedOperation {
  incoming: IncomingMessage;
  query: IncomingRequest['query'];
}

async function answerOperation(
  service: ServerContext,
  { operation, path, query, incoming }: OperationRequest,
): Promise<Answer> {
  const { method = '', headers } = incoming;
  try {
    const bodyText = await readBody(incoming);
    return await answerCall(service, operation, { method, path, query, headers, bodyText });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(service, { incoming, refusal: error, operation });
  }
}

/** A request that reached no operation: a path or method that the document does not have, or a body that could not be read. */
interface UnroutedRequest {
  incoming: IncomingMessage;
  refusal: HttpRefusal;
  operation?: ServiceOperation;
}

/** Answers such a request. Logs it with the tenant of its token, unless a browser sent it by itself, such as for an icon. */
function refuse(service: ServerContext, { incoming, refusal, operation }: UnroutedRequest): Answer {
  const { store, requestLog, systemNow } = service;
  const { method = 'GET', url = '/', headers } = incoming;
  const answer = refusalAnswer(refusal);
  if (headers['sec-fetch-dest'] !== undefined) return answer;
  const caller = findCaller(store, readToken(headers.authorization));
  requestLog.add({
    id: createId('request'),
    tenant: caller?.tenant,
    tokenKind: caller?.kind,
    operation,
    method,
    path: operation?.path ?? url.replace(/[?#].*$/s, ''),
    parameters: {},
    refusal,
    answer,
    startedAtSystem: systemNow(),
    durationInMs: 0,
  });
  return answer;
}
