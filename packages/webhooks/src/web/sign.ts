import { bodyOf, type RequestContent, requestOf, type SignedRequest } from '../sign/request-body.ts';
import { unsignableBody } from '../sign/unsignable-body.ts';
import { toHex } from '../to-hex.ts';
import { hashable, type RawBody } from '../verify/raw-body.ts';
import { secretList } from '../verify/secrets.ts';
import { importHmacKey } from './hmac-key.ts';

/**
 * The value of the header `Service-Signature` for a body, `sha256=<hex>` (HOOK-2): what the service sends, for tests.
 * @throws WebhookError with code `configuration` where the body is neither bytes nor text, or no usable secret is given.
 */
export async function sign(rawBody: RawBody, secret: string): Promise<string> {
  const [key] = secretList([secret]) as [string];
  const body = hashable(rawBody) ?? unsignableBody();
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return `sha256=${toHex(await crypto.subtle.sign('HMAC', await importHmacKey(key), bytes))}`;
}

/**
 * A request as the service sends it, for tests: POST, the JSON body and its signature.
 * @example await fetch(url, await signedRequest({ event: { status: 'PAID', milestoneId, referenceId }, secret }))
 */
export async function signedRequest({
  secret,
  ...content
}: RequestContent & { secret: string }): Promise<SignedRequest> {
  const body = bodyOf(content);
  return requestOf(body, await sign(body, secret));
}
