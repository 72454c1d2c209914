import {
  bodyOf,
  requestOf,
  type SignedRequest,
  type SignedRequestOptions,
  toSignable,
} from '../sign/signed-request.ts';
import { type RawBody, toHex } from '../verify/signature.ts';
import { secretList } from '../verify/verification.ts';
import { importHmacKey } from './verify.ts';

/**
 * The value of the header `Service-Signature` for a body, `sha256=<hex>` (HOOK-2): what the service sends, for tests.
 * @throws WebhookError with the code `configuration` if the body is neither bytes nor text, or no usable secret is given.
 */
export async function sign(rawBody: RawBody, secret: string): Promise<string> {
  const [key] = secretList([secret], 'secret') as [string];
  const body = toSignable(rawBody);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return `sha256=${toHex(await crypto.subtle.sign('HMAC', await importHmacKey(key), bytes))}`;
}

/**
 * A request as the service sends it, for tests: POST, the JSON body and its signature.
 * @example await fetch(url, await signedRequest({ event: { status: 'PAID', milestoneId, referenceId }, secret }))
 */
export async function signedRequest({ secret, ...content }: SignedRequestOptions): Promise<SignedRequest> {
  const body = bodyOf(content);
  return requestOf(body, await sign(body, secret));
}
