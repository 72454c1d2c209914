import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import { listWebhookRequests } from '@escrow-kit/spec';
import type { RawExchange } from '../raw-exchange.ts';
import { forward } from './forward.ts';
import { refuse } from './refuse.ts';
import type { Refusal, Route } from './route.ts';
import { mostHeadBytes } from './send-head.ts';
import { createServiceConnections, type ServiceConnections } from './service-connections.ts';
import { createTap } from './tap.ts';

/** What a proxy stands in front of, and who hears of its exchanges. */
export interface ProxyOptions {
  /** Which side sends the requests: the application its calls, or the service its events. */
  kind: RawExchange['kind'];
  /** 0 takes a free one. */
  port: number;
  route: Route;
  /**
   * Called with each exchange after its answer, in their order; up to 16 promises run at once. It has to handle its own errors.
   */
  onExchange(exchange: RawExchange): void | Promise<void>;
}

/** A running proxy. */
export interface RunningProxy {
  /** Without a trailing slash. */
  url: string;
  /** How many exchanges `onExchange` did not get, because it could not keep up. */
  leftOut(): number;
  /** How many requests were refused because they are no HTTP. */
  malformed(): number;
  /**
   * Accepts nothing more, waits up to two seconds for running exchanges, breaks off the others, and resolves once `onExchange` got
   * all.
   */
  close(): Promise<void>;
}

/** The method of every event. */
const eventMethod = listWebhookRequests()[0]?.method ?? 'POST';

const closeLimitInMs = 2000;
/** How often `close` looks for connections whose last answer has gone out. */
const closeIntervalInMs = 10;

/**
 * Starts a proxy that only this machine reaches. Requests and answers pass unchanged and streaming: method, path, headers with their
 * case, order and repetitions, framing, body, reason and trailers. Only the host is the service's own, and the version of HTTP is
 * each connection's own. Rejects with the system's error if the port can't be used.
 */
export async function startProxy({ kind, port, route, onExchange }: ProxyOptions): Promise<RunningProxy> {
  const tap = createTap(onExchange);
  const connections = new WeakMap<Duplex, ServiceConnections>();
  // The two sides decide how long they wait and stay connected.
  const server = createServer({ maxHeaderSize: mostHeadBytes, requestTimeout: 0, keepAliveTimeout: 0 });
  server.maxHeadersCount = 0;
  const answers = new WeakMap<Duplex, ServerResponse>();
  let malformed = 0;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // One that was broken off is not malformed.
    if (error.code?.startsWith('HPE_') && error.code !== 'HPE_INVALID_EOF_STATE') malformed += 1;
    refuseMalformed(socket, { code: error.code, answer: answers.get(socket) });
  });
  server.on('connection', (socket) => connections.set(socket, createServiceConnections(socket)));
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.on(event, (incoming, response) => {
      answers.set(incoming.socket, response);
      const destination = findRefusal(incoming, kind) ?? route(incoming.method ?? '', incoming.url ?? '');
      const ofThisSocket = connections.get(incoming.socket);
      if (ofThisSocket && 'url' in destination) {
        forward(incoming, response, { kind, destination, connections: ofThisSocket, tap });
      } else if ('status' in destination) {
        refuse(response, destination);
        // The rest of the body is read and dropped, so that the other side reads the answer.
        incoming.resume();
      }
    });
  }
  server.listen({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leftOut: tap.leftOut,
    malformed: () => malformed,
    close() {
      closing ??= close(server).then(tap.settled);
      return closing;
    },
  };
}

/** Answers as Node does without a listener, unless an answer to an earlier request is on its way. */
function refuseMalformed(
  socket: Duplex,
  { code = '', answer }: { code: string | undefined; answer: ServerResponse | undefined },
): void {
  const isAnswering = answer?.headersSent && !answer.writableFinished;
  if (!socket.writable || isAnswering) return void socket.destroy();
  const status = statuses[code] ?? 400;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  socket.once('finish', () => socket.destroy());
}

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

async function close(server: Server): Promise<void> {
  const interval = setInterval(() => server.closeIdleConnections(), closeIntervalInMs);
  const limit = setTimeout(() => server.closeAllConnections(), closeLimitInMs);
  await server[Symbol.asyncDispose]();
  clearInterval(interval);
  clearTimeout(limit);
}

/**
 * Refuses what a web page can send through a browser on this machine. A page whose name resolves to this machine (DNS rebinding) could
 * read answers of calls, and sends its name as host. Events may come through a tunnel that keeps its own name; a browser shows by
 * `origin`.
 */
function findRefusal({ headers, url = '', method }: IncomingMessage, kind: RawExchange['kind']): Refusal | undefined {
  const hostname = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  if (kind === 'call' && !isLoopback(hostname))
    return { status: 403, reason: 'Call this proxy by 127.0.0.1 or localhost.' };
  if (kind === 'event' && (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined))
    return { status: 403, reason: 'Events come from the service, not from a web page.' };
  if (kind === 'event' && method !== eventMethod) return { status: 405, reason: `Events come by ${eventMethod}.` };
  if (!url.startsWith('/'))
    return { status: 400, reason: 'Use this address as the base URL of the service, not as an HTTP proxy.' };
  if (/(^|[\s,])websocket\b/i.test(headers.upgrade ?? ''))
    return { status: 501, reason: 'WebSockets are not passed through.' };
  return undefined;
}
