import { Refusal } from '../domain/refusal.ts';
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
  if (isLoopbackHost(withoutBrackets(name)) || name === URL.parse(publicUrl)?.hostname) return undefined;
  const message =
    'Call the sandbox by 127.0.0.1 or localhost, start it with --public-url if it has another name, or with a control token.';
  return new Refusal('forbidden', { rule: 'ERR-1d', field: 'host', message });
}

/** `[::1]` becomes `::1`. */
function withoutBrackets(name: string): string {
  return name.replace(/^\[(.*)\]$/, '$1');
}

/** Whether only this machine can reach a server on this host name or address. Browsers resolve `*.localhost` to loopback. */
export function isLoopbackHost(host: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}
