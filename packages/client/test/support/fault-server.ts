import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a free port and returns the address. The server stops after the test. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A request that has been read, and the ways to answer it. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The text that the server echoes in bodies and headers, as a careless server would. */
  echo: string;
  /** The address of another server, which must not be called. */
  elsewhere: string;
}

type Fault = (exchange: Exchange) => void;

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  ({ response, echo }) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-echo': echo, ...headers });
    response.end(body.replace('ECHO', echo));
  };

/** Writes bytes directly to the connection, without Node's HTTP. */
const bytes =
  (text: string): Fault =>
  ({ request, echo }) => {
    request.socket.end(text.replace('ECHO', echo));
  };

/** How often a trickling answer sends a byte; the deadlines of tests are longer. */
const trickleInMs = 20;

/** The faults after a request has been read. */
const faultsAfterReading = {
  'never answers': () => {},
  'sends the head and no body': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  },
  'sends its body byte by byte without end': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), trickleInMs);
    response.on('close', () => clearInterval(timer));
  },
  'drops the connection after reading': ({ request }) => request.socket.destroy(),
  'cuts its body short': ({ response, echo }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' });
    response.write(`{"error":"${echo}"`, () => response.socket?.destroy());
  },
  'sends bytes that are no HTTP': bytes('\u0000\u0001 ECHO no HTTP\r\n\r\n'),
  'answers 200 with bad JSON': answer(200, '{"data":{"id":"1","echo":"ECHO"'),
  'answers a bare 500': ({ response }) => response.writeHead(500).end(),
  'answers 503': answer(503, '{"error":"ECHO"}'),
  'answers 408': answer(408, '{"error":"ECHO"}'),
  'answers 400': answer(400, '{"error":"ECHO"}'),
  'answers 401': answer(401, '{"error":"ECHO"}', { 'www-authenticate': 'Bearer' }),
  'answers 403': answer(403, '{"error":{"code":"ECHO","message":"ECHO"}}'),
  'answers 429 with Retry-After 0': answer(429, '{"error":"ECHO"}', { 'retry-after': '0' }),
  'answers 429 with a Retry-After of an hour': answer(429, '{"error":"ECHO"}', { 'retry-after': '3600' }),
  'redirects to another origin': (exchange) => {
    const location = `${exchange.elsewhere}?echo=${encodeURIComponent(exchange.echo)}`;
    answer(307, '{"error":"ECHO"}', { location })(exchange);
  },
  'answers with a status beyond 599': bytes('HTTP/1.1 999 Denied\r\nx-echo: ECHO\r\ncontent-length: 2\r\n\r\n{}'),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faultsAfterReading | 'drops the connection before reading';

/** All faults by name. */
export const faultNames: FaultName[] = [
  ...(Object.keys(faultsAfterReading) as FaultName[]),
  'drops the connection before reading',
];

export interface FaultServer {
  url: string;
  /** How many requests were read; if connections are dropped earlier, how many connections. */
  requestCount(): number;
}

/**
 * Starts a server that injects one fault into every request. It stops after the test.
 * @param onFault Called after the fault is injected, and what it sends has been sent.
 */
export async function startFaultServer(
  name: FaultName,
  echo = 'echo',
  elsewhere = '',
  onFault: () => void = () => {},
): Promise<FaultServer> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count++;
      if (name in faultsAfterReading) {
        faultsAfterReading[name as keyof typeof faultsAfterReading]({ request, response, echo, elsewhere });
      }
      request.socket.write('', onFault);
    });
  });
  if (name === 'drops the connection before reading') {
    server.on('connection', (socket) => {
      count++;
      socket.destroy();
    });
  }
  return { url: await listen(server), requestCount: () => count };
}

/** An address that refuses connections: its port is reserved until the test is over, but has no listener. */
export async function refusingUrl(): Promise<string> {
  const { port } = new URL(await listen(createServer()));
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return `http://127.0.0.1:${socket.localPort}`;
}
