import { createHmac } from 'node:crypto';
import { hashable, type RawBody } from '../verify/raw-body.ts';
import { secretList } from '../verify/secrets.ts';
import { bodyOf, type RequestContent, requestOf, type SignedRequest } from './request-body.ts';
import { unsignableBody } from './unsignable-body.ts';

/**
 * The value of the header `Service-Signature` for a body, `sha256=<hex>` (HOOK-2): what the service sends, for tests.
 * @throws WebhookError with code `configuration` where the body is neither bytes nor text, or no usable secret is given.
 */
export function sign(rawBody: RawBody, secret: string): string {
  const [key] = secretList([secret]) as [string];
  const body = hashable(rawBody) ?? unsignableBody();
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
}

/**
 * A request as the service sends it, for tests: POST, the JSON body and its signature.
 * @example await fetch(url, signedRequest({ event: { status: 'PAID', milestoneId, referenceId }, secret }))
 */
export function signedRequest({ secret, ...content }: RequestContent & { secret: string }): SignedRequest {
  const body = bodyOf(content);
  return requestOf(body, sign(body, secret));
}
