import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseOldNode } from '@escrow-kit/shared/describe-old-node';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import { fillPath, findOperation, methodsOf } from '@escrow-kit/spec';
import manifest from '../package.json' with { type: 'json' };
import { type Answer, answersPath, createProblem, supervisePrism } from './prism.ts';
import { refuseRequest } from './refuse-request.ts';

/** Options of the mock. */
export interface PrismMockOptions {
  /** 0 takes a free port. Default: 4010. */
  port?: number;
  /** Default: `127.0.0.1`, so that neither another machine nor a web page by DNS rebinding reaches the mock. */
  host?: string;
  /** Receives a line for each answer, such as `addParties 400 PARTY-3`, without anything that was sent. Default: none. */
  log?: (line: string) => void;
}

/** A running mock. */
export interface PrismMock {
  /** Serves every host of the document, without a slash at the end. */
  url: string;
  /** Ends all connections and Prism, and frees the port. May be called again. */
  close(): Promise<void>;
}

/**
 * Serves the OpenAPI document with Prism, which runs in a separate process until the mock is closed or this process ends.
 * Stateless: every answer is an example of the document. Rejects with Node's error if it can't listen, such as the code
 * `EADDRINUSE`, if Prism does not start within 30 s, and with one sentence on a Node older than 24.18.
 */
export async function startPrismMock(options: PrismMockOptions = {}): Promise<PrismMock> {
  const { port = 4010, host = '127.0.0.1', log = () => {} } = options;
  refuseOldNode(manifest.engines.node);
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  // Only now, so that a taken port starts no Prism. No request is read before its handler is there.
  const prism = supervisePrism({ onRestart: () => log('prism started again') });
  server.on('request', async (request, response) => {
    const { status, headers, body } = await answerRequest(request, { prism, host, log });
    // The client may have left.
    if (!response.destroyed) response.writeHead(status, headers).end(body);
  });
  const close = async (): Promise<void> => {
    server.close().closeAllConnections();
    await prism.close();
  };
  // Prism is ready when it answers anything.
  await prism.send({ method: 'GET', path: '/', headers: {}, body: '' }).catch(async (error) => {
    await close();
    throw error;
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`, close };
}

type AnswerOptions = Required<Omit<PrismMockOptions, 'port'>> & { prism: ReturnType<typeof supervisePrism> };

/** Checks a request by the document, and asks Prism for the answer. Never rejects, nor tells the message of an unknown error. */
export const answerRequest = (incoming: IncomingMessage, options: AnswerOptions): Promise<Answer> =>
  checkAndAsk(incoming, options).catch((error) => error.answer ?? createProblem(500, 'The mock failed.').answer);

async function checkAndAsk(incoming: IncomingMessage, { prism, host, log }: AnswerOptions): Promise<Answer> {
  const { method = 'GET', url = '/', headers: given } = incoming;
  // A web page whose own name resolves to this machine names another host (DNS rebinding).
  if (isLoopback(host) && !isLoopback(URL.parse(`http://${given.host}`)?.hostname ?? '')) {
    throw createProblem(403, 'Call the mock by 127.0.0.1 or localhost, or start it with another --host than loopback.');
  }
  const text = await readText(incoming);
  if (method === 'OPTIONS') return prism.send({ method, path: '/', headers: toPrismHeaders(given, ''), body: '' });
  const { pathname, search } = new URL(`http://mock${url.startsWith('/') ? '' : '/'}${url}`);
  const routed = findOperation(method, pathname);
  if (!routed) throw createProblem(methodsOf(pathname).length > 0 ? 405 : 404, 'The document has no such operation.');
  const { operation, path } = routed;
  // A body that the operation does not take may be anything.
  const body = operation.mediaType === undefined ? '' : text;
  const headers = toPrismHeaders(given, body);
  const refusal = refuseRequest({ operation, path, query: search.slice(1), headers, body });
  // A caller who chooses an answer gets it, even for a wrong request.
  const prefer = choosesAnswer(given['prefer']) ? given['prefer'] : refusal?.prefer;
  const answer = await prism.send(
    refusal
      ? { method: 'GET', path: answersPath(operation.id), headers: { prefer, accept: '*/*' }, body: '' }
      : { method, path: fillPath(operation.path, path) + search, headers, body },
  );
  log([operation.id, answer.status, refusal?.rule].filter(Boolean).join(' '));
  if (refusal) answer.headers['sl-violations'] = refusal.violations;
  return answer;
}

/** The largest body. Our choice: not shown. */
const bodyLimitInBytes = 1024 * 1024;

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    // The rest is read and dropped, because a client that is still sending would not read the answer.
    if (size <= bodyLimitInBytes) chunks.push(chunk);
  }
  if (size > bodyLimitInBytes) throw createProblem(413, `This mock reads at most ${bodyLimitInBytes} bytes.`);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Headers of the caller's connection. */
const ofConnection = ['connection', 'expect', 'host', 'trailer', 'transfer-encoding', 'upgrade'];

/** Prism refuses `bearer` and callers who accept no JSON, never answers some charsets, and ends at some types without a body. */
function toPrismHeaders(given: IncomingHttpHeaders, body: string): IncomingHttpHeaders {
  const [mediaType] = given['content-type']?.split(';') ?? [];
  const headers = {
    ...given,
    accept: '*/*',
    authorization: given.authorization?.replace(/^bearer/i, 'Bearer'),
    'content-type': body && mediaType?.trim().toLowerCase(),
  };
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => value && !ofConnection.includes(name)));
}

/** Whether `Prefer` names a status or an example. */
const choosesAnswer = (prefer: unknown): boolean =>
  /(^|,)\s*(code|example)\s*=/i.test(String(prefer).replaceAll(/"[^"]*"/g, ''));
