import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../../domain/refusal.ts';
import { hashSecret, matchesSecret } from '../../domain/secret.ts';
import { readToken } from '../../http/read-request.ts';
import type { ControlContext } from '../control-call.ts';

/**
 * Decides who may call the control API. With a control token: anyone who sends it. Without one: anything on this machine except
 * a web page of another origin, which sends that origin. The host was checked before.
 */
export function checkAccess(
  headers: IncomingHttpHeaders,
  { controlToken, publicUrl }: Pick<ControlContext, 'controlToken' | 'publicUrl'>,
): void {
  if (controlToken === undefined) checkPage(headers, publicUrl);
  else checkToken(headers.authorization, controlToken);
}

function checkPage({ host, origin }: IncomingHttpHeaders, publicUrl: string): void {
  if (origin === undefined || origin === `http://${host}` || origin === URL.parse(publicUrl)?.origin) return;
  const message = 'Web pages of another origin may not use the control API.';
  throw new DomainError('forbidden', { field: 'origin', message });
}

function checkToken(authorization: string | undefined, controlToken: string): void {
  if (matchesSecret(readToken(authorization) ?? '', hashSecret(controlToken))) return;
  const message = 'Send the control token of this sandbox in the header authorization: Bearer <control token>.';
  throw new DomainError('unauthorized', { field: 'authorization', message });
}
