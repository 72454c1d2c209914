import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Refusal } from '../domain/refusal.ts';
import { type Answer, sendAnswer } from '../http/answer.ts';
import { readBody } from '../http/read-request.ts';
import { reportError } from '../http/report-error.ts';
import { answerCall } from '../service/answer-call.ts';
import { breakAnswer } from '../service/fault-answer.ts';
import { findRoute, type Route } from '../service/find-route.ts';
import { refusalAnswer } from '../service/refusal-answer.ts';
import { findHostRefusal } from './check-host.ts';
import { createApp } from './create-app.ts';
import { logStrayCall } from './log-stray-call.ts';
import type { ServerContext } from './server-context.ts';

/**
 * Answers every request on the one origin, but for those that name a foreign host: the document's operations here, close to the socket, which a fault may have to
 * break; all else by the app.
 */
export function createListener(service: ServerContext): RequestListener {
  // The process may be a user's own, whose Request and Response are to stay as they are.
  const app = getRequestListener(createApp(service).fetch, { overrideGlobalObjects: false });
  return async (incoming, outgoing) => {
    const refusal = findHostRefusal(incoming.headers.host, service);
    if (refusal) {
      sendAnswer(outgoing, refusalAnswer(refusal));
      incoming.resume();
      return;
    }
    const target = toTarget(incoming.url);
    const route = target && findRoute(incoming.method ?? '', target.pathname);
    if (!route) return app(incoming, outgoing);
    const answer = await answerRoute(service, { incoming, target, route });
    const isBroken = answer.fault && breakAnswer(answer, { outgoing, stopping: service.stopping });
    if (!isBroken) sendAnswer(outgoing, answer);
    // What of a refused body is still on its way is read and forgotten, so that the client gets to the answer.
    incoming.resume();
  };
}

interface RoutedRequest {
  incoming: IncomingMessage;
  target: URL;
  route: NonNullable<ReturnType<typeof findRoute>>;
}

function toTarget(url = '/'): URL | undefined {
  return URL.parse(url, 'http://sandbox') ?? undefined;
}

async function answerRoute(service: ServerContext, { incoming, target, route }: RoutedRequest): Promise<Answer> {
  try {
    if ('allowedMethods' in route)
      return await refuseMethod(service, { incoming, allowedMethods: route.allowedMethods });
    return await answerCall(service, route.operation, await toRequest({ incoming, target, route }));
  } catch (error) {
    if (!(error instanceof Refusal)) return reportError(error, { during: 'a request' });
    await logStrayCall(service, {
      incoming,
      refusal: error,
      ...('operation' in route && { operation: route.operation }),
    });
    const answer = refusalAnswer(error);
    return { ...answer, headers: { ...answer.headers, connection: 'close' } };
  }
}

async function toRequest({ incoming, target, route: { path } }: RoutedRequest & { route: Route }) {
  return {
    method: incoming.method ?? '',
    target: target.pathname + target.search,
    authorization: incoming.headers.authorization,
    contentType: incoming.headers['content-type'],
    path,
    // Of a parameter that is sent twice the first one counts.
    query: Object.fromEntries([...target.searchParams].toReversed()),
    bodyText: await readBody(incoming),
  };
}

async function refuseMethod(
  service: ServerContext,
  { incoming, allowedMethods }: { incoming: IncomingMessage; allowedMethods: string[] },
): Promise<Answer> {
  const message = `Send ${allowedMethods.join(' or ')} to this path, not ${incoming.method}.`;
  const refusal = new Refusal('method_not_allowed', { rule: 'ERR-1', field: 'method', message });
  await logStrayCall(service, { incoming, refusal });
  return { ...refusalAnswer(refusal), headers: { allow: allowedMethods.join(', ') } };
}
