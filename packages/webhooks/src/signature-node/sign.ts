import { createHmac } from 'node:crypto';
import type { RawBody } from '../event/raw-body.ts';
import { signaturePrefix } from '../signature/signature.ts';
import {
  bodyOf,
  requestOf,
  type SignedRequest,
  type SignedRequestOptions,
  toSignable,
} from '../signature/signed-request.ts';

/**
 * The value of the header `Service-Signature` for a body, `sha256=<hex>` (HOOK-2): what the service sends, for tests.
 * @throws WebhookError with the code `configuration` if the body is neither bytes nor text, or no usable secret is given.
 */
export function sign(rawBody: RawBody, secret: string): string {
  const content = toSignable(rawBody, secret);
  return signaturePrefix + createHmac('sha256', secret).update(content).digest('hex');
}

/**
 * A request as the service sends it, for tests: POST, the JSON body and its signature.
 * @example await fetch(url, signedRequest({ event: { status: 'PAID', milestoneId, referenceId }, secret }))
 */
export function signedRequest(options: SignedRequestOptions): SignedRequest {
  const body = bodyOf(options);
  return requestOf(body, sign(body, options.secret));
}
