import { type RawBody, toHex } from '../event/raw-body.ts';
import { signaturePrefix } from '../signature/signature.ts';
import {
  bodyOf,
  requestOf,
  type SignedRequest,
  type SignedRequestOptions,
  toSignable,
} from '../signature/signed-request.ts';
import { importHmacKey, toBytes } from './verify.ts';

/**
 * The value of the header `Service-Signature` for a body, `sha256=<hex>` (HOOK-2): what the service sends, for tests.
 * @throws WebhookError with the code `configuration` if the body is neither bytes nor text, or no usable secret is given.
 */
export async function sign(rawBody: RawBody, secret: string): Promise<string> {
  const bytes = toBytes(toSignable(rawBody, secret));
  return signaturePrefix + toHex(await crypto.subtle.sign('HMAC', await importHmacKey(secret), bytes));
}

/**
 * A request as the service sends it, for tests: POST, the JSON body and its signature.
 * @example await fetch(url, await signedRequest({ event: { status: 'PAID', milestoneId, referenceId }, secret }))
 */
export async function signedRequest(options: SignedRequestOptions): Promise<SignedRequest> {
  const body = bodyOf(options);
  return requestOf(body, await sign(body, options.secret));
}
