import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import { Problem } from './answer.ts';

/**
 * Refuses a request that names a host other than this machine. A web page whose own name resolves to this machine sends such
 * requests (DNS rebinding). Throws a problem with status 403.
 */
export function refuseForeignHost({ headers }: IncomingMessage): void {
  if (isLoopback(URL.parse(`http://${headers.host}`)?.hostname ?? '')) return;
  throw new Problem(403, 'Call the mock by 127.0.0.1 or localhost, or start it with another --host than loopback.');
}
