import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findOperation } from '@escrow-kit/spec';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../deployment/exchange.ts';
import { parseJson } from '../deployment/parse-json.ts';
import { readAnswer, readRequest } from '../deployment/read-answer.ts';
import type { Secrets } from '../deployment/secrets.ts';
import { describeFailure, type Send } from '../deployment/send.ts';

/** What Pact needs besides the service's answers. */
export interface ProviderHandlers {
  /** Sets up a state and returns its values. */
  setUpState(state: { name: string; params: Record<string, unknown> }): Promise<Record<string, unknown>>;
  /** Returns a message that the service sent, with its headers. */
  takeMessage(): Promise<unknown>;
  /** Whether the state of the next request is set up. If not, no request is sent. */
  isReady(): boolean;
  /** Whether the next request should be refused with a 429. */
  isLimitExpected(): boolean;
  /** Called with each request before it is sent, and again with its answer. */
  noteExchange(exchange: Exchange): void;
  /** Called if the deployment kept refusing the request with a 429. */
  noteTooMany(): void;
  /** Called with the reason if the deployment gave no answer. */
  noteUnreachable(reason: string): void;
}

/** One address in front of every host of a deployment. */
export interface ProviderServer {
  url: string;
  close(): Promise<void>;
}

/** Headers of one connection, and headers that `fetch` sets itself. */
const hopHeaders = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

const droppedFromRequests = new Set([...hopHeaders, 'accept-encoding']);

/** Left out, because the body is decoded here, and because Pact would follow a redirect anywhere with the client's secret. */
const droppedFromAnswers = new Set([...hopHeaders, 'content-encoding', 'location']);

/**
 * Starts the server on a free port of this machine. It forwards each request to the host that the document names for its
 * operation, and collects the secrets in the answers. It remembers nothing between requests: the handlers say whether the state
 * of the interaction is ready. If not, it forwards nothing and answers 502, as it does if the host gives no answer.
 */
export async function startProviderServer(
  deployment: Deployment,
  { secrets, send, handlers }: { secrets: Secrets; send: Send; handlers: ProviderHandlers },
): Promise<ProviderServer> {
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      handlers.noteUnreachable(describeFailure(error));
      response.writeHead(502).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };

  async function close(): Promise<void> {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await readRequest(request);
    const target = new URL(request.url ?? '/', 'http://provider');
    if (target.pathname === '/_state') return sendJson(response, await handlers.setUpState(JSON.parse(`${bytes}`)));
    if (target.pathname === '/_message') return sendJson(response, await handlers.takeMessage());
    if (handlers.isReady()) await forward({ request, target, bytes }, response);
    else response.writeHead(502).end();
  }

  async function forward(
    { request, target, bytes }: { request: IncomingMessage; target: URL; bytes: Buffer<ArrayBuffer> },
    response: ServerResponse,
  ): Promise<void> {
    const method = request.method ?? 'GET';
    const host = findOperation(method, target.pathname)?.operation.host;
    const base = host && deployment.hosts[host];
    if (!base) throw new Error(`no host is given for ${method} ${target.pathname}`);
    const body = bytes.length > 0 ? { body: bytes.toString() } : {};
    const sent = { method, headers: forwardedHeaders(request), ...body };
    const isLimitExpected = handlers.isLimitExpected();
    const url = joinUrl(base, target);
    handlers.noteExchange({ request: { url, ...sent } });
    const answered = await send(url, sent, { waits: !isLimitExpected });
    if (answered.status === 429 && !isLimitExpected) handlers.noteTooMany();
    const text = await readAnswer(answered);
    secrets.addFromBody(text);
    const { status } = answered;
    const answer = { status, headers: Object.fromEntries(answered.headers), body: text };
    handlers.noteExchange({ request: { url, ...sent }, answer });
    const headers = [...answered.headers].filter(([name]) => !droppedFromAnswers.has(name));
    response.writeHead(answered.status, { ...Object.fromEntries(headers), ...mediaTypeOf(text) }).end(text);
  }
}

/** Bodies are JSON, but their media type is not shown, and Pact reads only `application/json`. */
function mediaTypeOf(text: string): Record<string, string> {
  return parseJson(text) === undefined ? {} : { 'content-type': 'application/json' };
}

function joinUrl(base: string, { pathname, search }: URL): string {
  return `${base.replace(/\/+$/, '')}${pathname}${search}`;
}

function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !droppedFromRequests.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function sendJson(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
