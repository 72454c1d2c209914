import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { findOperation } from '@escrow-kit/spec';
import { withoutSlash } from '../deployment/build-request.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../deployment/exchange.ts';
import { startLocalServer } from '../deployment/local-server.ts';
import { parseJson } from '../deployment/parse-json.ts';
import { readRequest } from '../deployment/read-answer.ts';
import type { Secrets } from '../deployment/secrets.ts';
import type { Send } from '../deployment/send.ts';

/** What Pact needs for one check besides the service's answers. */
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
  /** Called with the error if the deployment gave no answer. */
  noteUnreachable(error: unknown): void;
}

/** A server in front of every host of a deployment. */
export interface ProviderServer {
  /** Opens an address for one check. */
  open(handlers: ProviderHandlers): string;
  close(): Promise<void>;
}

/** Headers of one connection, and headers that `fetch` sets itself. */
const hopHeaders = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

const droppedFromRequests = new Set([...hopHeaders, 'accept-encoding']);

/** Left out, because the body is decoded here, and because Pact would follow a redirect anywhere with the client's secret. */
const droppedFromAnswers = new Set([...hopHeaders, 'content-encoding', 'location']);

/**
 * Starts the server on a free port of this machine. It forwards each request to the host that the document names for its
 * operation, and collects the secrets in the answers. Each check has an address of its own, so that no request is mistaken for
 * another check's. The handlers say whether the state of the check is ready. If not, it forwards nothing and answers 502, as it
 * does if the host gives no answer.
 */
export async function startProviderServer(
  deployment: Deployment,
  { secrets, send }: { secrets: Secrets; send: Send },
): Promise<ProviderServer> {
  const checks: ProviderHandlers[] = [];
  const { url, close } = await startLocalServer((request, response) => {
    // The target is an index and a path, such as `/12/_state`.
    const [, index = '', path = '/'] = /^\/(\d+)(.*)$/.exec(request.url ?? '') ?? [];
    const handlers = checks[Number(index)];
    if (!handlers) return void response.writeHead(502).end();
    answer({ request, target: new URL(path, 'http://provider'), handlers }, response).catch((error: unknown) => {
      handlers.noteUnreachable(error);
      response.writeHead(502).end();
    });
  });
  return { open: (handlers) => `${url}/${checks.push(handlers) - 1}`, close };

  async function answer({ request, target, handlers }: Received, response: ServerResponse): Promise<void> {
    const bytes = await readRequest(request);
    if (target.pathname === '/_state') return sendJson(response, await handlers.setUpState(JSON.parse(`${bytes}`)));
    if (target.pathname === '/_message') return sendJson(response, await handlers.takeMessage());
    if (handlers.isReady()) await forward({ request, target, bytes, handlers }, response);
    else response.writeHead(502).end();
  }

  async function forward(
    { request, target, bytes, handlers }: Received & { bytes: Buffer<ArrayBuffer> },
    response: ServerResponse,
  ): Promise<void> {
    const method = request.method ?? 'GET';
    const operation = findOperation(method, target.pathname)?.operation;
    const base = operation && deployment.hosts[operation.host];
    if (!base) throw new Error(`no host is given for ${method} ${target.pathname}`);
    const body = bytes.length > 0 ? { body: bytes.toString() } : {};
    const sent = {
      url: `${withoutSlash(base)}${target.pathname}${target.search}`,
      method,
      headers: keepHeaders(request.headers, droppedFromRequests),
      ...body,
    };
    const isLimitExpected = handlers.isLimitExpected();
    handlers.noteExchange({ request: sent });
    const answer = await send(sent, { operationId: operation.id, waits: !isLimitExpected });
    if (answer.status === 429 && !isLimitExpected) handlers.noteTooMany();
    secrets.addFromBody(answer.body);
    handlers.noteExchange({ request: sent, answer });
    const headers = { ...keepHeaders(answer.headers, droppedFromAnswers), ...mediaTypeOf(answer.body) };
    response.writeHead(answer.status, headers).end(answer.body);
  }
}

/** A request to the address of a check. */
interface Received {
  request: IncomingMessage;
  target: URL;
  handlers: ProviderHandlers;
}

/** Bodies are JSON, but their media type is not shown, and Pact reads only `application/json`. */
function mediaTypeOf(text: string): Record<string, string> {
  return parseJson(text) === undefined ? {} : { 'content-type': 'application/json' };
}

function keepHeaders(headers: IncomingHttpHeaders, dropped: ReadonlySet<string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function sendJson(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
