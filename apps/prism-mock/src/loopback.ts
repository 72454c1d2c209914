import type { IncomingMessage } from 'node:http';
import { Problem } from './answer.ts';

/** Whether only this machine can reach a server on this host name or address. Browsers resolve `*.localhost` to loopback. */
export function isLoopbackHost(host: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/**
 * Refuses a request that names a host other than this machine. A web page whose own name resolves to this machine sends such
 * requests (DNS rebinding). Throws a problem with status 403.
 */
export function refuseForeignHost({ headers }: IncomingMessage): void {
  if (isLoopbackHost(URL.parse(`http://${headers.host}`)?.hostname ?? '')) return;
  throw new Problem(403, 'Call the mock by 127.0.0.1 or localhost, or start it with another --host than loopback.');
}
