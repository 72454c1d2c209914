import { hashSecret, matchesSecret } from '../secret-hash.ts';
import { readToken } from '../server/read-request.ts';
import { ControlRefusal } from './control-refusal.ts';
import { isLoopbackHost } from './is-loopback-host.ts';

/** The headers of a call that decide whether it may be made. */
export interface AccessHeaders {
  authorization: string | undefined;
  host: string | undefined;
  origin: string | undefined;
}

/**
 * Decides who may call the control API. With a control token, whoever has it. Without one the sandbox listens on loopback
 * only, and what is left to fear is a web page in a browser on the same machine: one of a foreign origin sends that
 * origin, and one that had its own name resolved to this machine (DNS rebinding) sends that name as the host.
 */
export function checkAccess(headers: AccessHeaders, controlToken: string | undefined): void {
  if (controlToken === undefined) checkPage(headers);
  else checkToken(headers.authorization, controlToken);
}

function checkPage({ host, origin }: AccessHeaders): void {
  if (!isLoopbackHost(hostNameOf(host))) {
    const message = 'Call the sandbox by 127.0.0.1 or localhost, or start it with a control token.';
    throw new ControlRefusal('forbidden', { field: 'host', message });
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    const message = 'Web pages of another origin may not use the control API.';
    throw new ControlRefusal('forbidden', { field: 'origin', message });
  }
}

function checkToken(authorization: string | undefined, controlToken: string): void {
  if (matchesSecret(readToken(authorization) ?? '', hashSecret(controlToken))) return;
  const message = 'Send the control token of this sandbox in the header authorization: Bearer <control token>.';
  throw new ControlRefusal('unauthorized', { field: 'authorization', message });
}

/** `[::1]:4020` is `::1`. */
function hostNameOf(host: string | undefined): string {
  return (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}
