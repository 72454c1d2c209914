import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { startLocalServer } from '../../src/deployment/local-server.ts';
import { allHostsAt } from '../support/serve.ts';
import type { Answer, Call, Route } from './call.ts';
import { contractRoutes } from './routes/contracts.ts';
import { legacyRoutes } from './routes/legacy.ts';
import { paymentRoutes } from './routes/payments.ts';
import { peopleRoutes } from './routes/people.ts';
import { usersApiRoutes } from './routes/users-api.ts';
import { createService, credentials, type Kind, type Service } from './service.ts';
import type { Variation } from './variation.ts';
import { writeJson } from './write-json.ts';

const routes = [...peopleRoutes, ...contractRoutes, ...paymentRoutes, ...legacyRoutes, ...usersApiRoutes];

const kindOf: Record<string, Kind> = {
  [credentials.organizationToken]: 'organization',
  [credentials.clientAdminToken]: 'clientAdmin',
  [credentials.legacyUserToken]: 'legacyUser',
  [credentials.legacyAppToken]: 'legacyApp',
  [credentials.apiKey]: 'apiKey',
};

/**
 * Starts a service that follows its description, and decides by the variation wherever the description shows nothing. It uses
 * neither the document nor the sandbox, and has no control API.
 */
export async function startSecondService(
  variation: Variation,
): Promise<{ url: string; deployment: Deployment; close: () => Promise<void> }> {
  const service = createService(variation);
  const { url, close } = await startLocalServer((request, response) => {
    serve(service, request, response).catch(() => response.writeHead(500).end());
  });
  return { url, deployment: { hosts: allHostsAt(url), credentials }, close };
}

async function serve(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await text(request);
  const url = new URL(request.url ?? '/', 'http://second.example');
  // A path without placeholders comes first.
  const route = routes.find(({ method, path }) => method === request.method && path.test(url.pathname));
  const answer = route ? answerRoute(service, route, { request, url, sent }) : { status: 404 };
  const { limitHeader, mediaType } = service.variation;
  const headers: Record<string, string> = route?.isUsersApi ? { [limitHeader]: '99' } : {};
  if (answer.text !== undefined) headers['content-type'] = 'text/plain';
  else if (answer.body !== undefined) headers['content-type'] = mediaType;
  response.writeHead(answer.status, headers);
  response.end(answer.text ?? (answer.body === undefined ? '' : writeJson(answer.body, service.variation)));
}

interface Received {
  request: IncomingMessage;
  url: URL;
  sent: string;
}

function answerRoute(service: Service, route: Route, { request, url, sent }: Received): Answer {
  const { variation } = service;
  const refusal = refuseCaller(service, route, request.headers.authorization);
  if (refusal) return refusal;
  const type = request.headers['content-type'] ?? '';
  const wanted = route.isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  if (sent !== '' && !type.startsWith(wanted) && !variation.takesAnyMediaType) return { status: 406 };
  const path = (route.path.exec(url.pathname) ?? []).slice(1).map(decodeURIComponent);
  const call: Call = { service, path, query: url.searchParams, body: parse(sent, type.includes('urlencoded')) };
  return route.answer(call);
}

function parse(sent: string, isForm: boolean): unknown {
  if (isForm) return Object.fromEntries(new URLSearchParams(sent));
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}

function refuseCaller(service: Service, { kinds, forbidden }: Route, authorization?: string): Answer | undefined {
  const { unknownCallerStatus, refusesOtherKinds, identityTokens } = service.variation;
  const taken = typeof kinds === 'function' ? kinds(service) : kinds;
  if (taken.length === 0) return undefined;
  const kind = kindOf[authorization?.replace(/^Bearer /, '') ?? ''];
  if (kind === undefined) return { status: unknownCallerStatus };
  if (kind === forbidden) return { status: 403 };
  const isStrict = refusesOtherKinds || taken === identityTokens;
  return taken.includes(kind) || !isStrict ? undefined : { status: unknownCallerStatus };
}
