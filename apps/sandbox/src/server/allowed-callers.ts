import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from '../http/answer.ts';
import { isLoopbackHost } from '../http/read-request.ts';
import type { ServerContext } from './server-context.ts';

/**
 * Returns the refusal of a request to a host other than this machine or the public address; undefined if it is allowed. Without
 * a control token the sandbox listens only on loopback. The remaining attacker is a web page whose own name resolves to this
 * machine (DNS rebinding): the browser treats the sandbox as the page's own site, and sends the page's name.
 */
export function findHostRefusal(
  host: string | undefined,
  { controlToken, publicUrl }: Pick<ServerContext, 'controlToken' | 'publicUrl'>,
): Refusal | undefined {
  if (controlToken !== undefined) return undefined;
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  if (isLoopbackHost(name) || name === URL.parse(publicUrl ?? '')?.hostname) return undefined;
  const message =
    'Call the sandbox at 127.0.0.1 or localhost. If it has another name, start it with --public-url or a control token.';
  return new Refusal('forbidden', { rule: 'ERR-1d', field: 'host', message });
}

/**
 * Lets a page of an allowed origin read the answer of an operation, whatever the answer will be. Returns whether such a page
 * sent the request. Cookies are never allowed, so `*` stands for all headers.
 */
export function allowPage(
  allowedOrigins: ReadonlySet<string>,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
): boolean {
  if (allowedOrigins.size === 0) return false;
  outgoing.setHeader('vary', 'Origin');
  // Node joins several Origin headers to a text that equals no allowed origin.
  const { origin } = incoming.headers;
  if (origin === undefined || !allowedOrigins.has(origin)) return false;
  outgoing.setHeader('access-control-allow-origin', origin);
  outgoing.setHeader('access-control-expose-headers', '*');
  return true;
}

/** Whether a browser asks if a page may send a request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** How long a browser may remember the answer to a preflight. */
const preflightAgeInSeconds = 600;

/**
 * Answers the preflight of an allowed page. The page may send any header, because the sandbox only reads those named here. They
 * are named because `*` does not include `authorization`, and for tools that do not know `*`.
 */
export function preflightAnswer({ headers }: IncomingMessage, allowedMethods: string[]): Answer {
  const asksForThisMachine = headers['access-control-request-private-network'] === 'true';
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': allowedMethods.join(', '),
      'access-control-allow-headers': 'authorization, content-type, accept, *',
      'access-control-max-age': String(preflightAgeInSeconds),
      ...(asksForThisMachine && { 'access-control-allow-private-network': 'true' }),
    },
    body: undefined,
  };
}
