import type { IncomingMessage } from 'node:http';
import { ProblemJsonError } from '@stoplight/prism-http';

/** Tells whether only this machine reaches what listens on a host name or address. Browsers take `*.localhost` for loopback. */
export function isLoopbackHost(host: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/**
 * Refuses a request that names a host which is not this machine. Only this machine reaches the mock, and what is left to
 * fear is a web page in a browser there that had its own name resolved to it (DNS rebinding). Throws a problem with status 403.
 */
export function refuseForeignHost({ headers }: IncomingMessage): void {
  if (isLoopbackHost(URL.parse(`http://${headers.host}`)?.hostname ?? '')) return;
  const message = 'Call the mock by 127.0.0.1 or localhost, or start it with another --host than loopback.';
  throw new ProblemJsonError('about:blank', 'Forbidden', 403, message);
}
