import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Refusal, refuse } from '../errors/webhook-error.ts';
import type { ContractEvent } from '../event/event.ts';
import type { RawBody } from '../event/raw-body.ts';
import { createReceiver, type WebhookReceiver } from '../receiver/create-receiver.ts';
import type { WebhookReceiverOptions } from '../receiver/options.ts';
import {
  readSigned,
  type SignatureHeader,
  signatureLengthInBytes,
  signaturePrefix,
} from '../signature/signature-header.ts';
import {
  bodyOf,
  requestOf,
  type SignedRequest,
  type SignedRequestOptions,
  toSignable,
} from '../signature/signed-request.ts';
import {
  eventOrThrow,
  type Secrets,
  type SignatureMatch,
  secretList,
  toVerifiedEvent,
  type VerifiedEvent,
} from '../signature/verification.ts';

/**
 * A receiver that loses no event: it verifies, stores under a unique key, commits, and only then answers 200. Handlers run
 * after the answer (HOOK-3).
 * @throws WebhookError with the code `configuration` if an option cannot work.
 */
export function createWebhookReceiver<Transaction = unknown>(
  options: WebhookReceiverOptions<Transaction>,
): WebhookReceiver {
  return createReceiver(options, (secrets) => (body, header) => verifyWithSecrets(body, header, secrets));
}

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

/** The signature of the request that is verified: one at a time, as nothing in between waits. */
const signature = Buffer.alloc(signatureLengthInBytes);

/** Compares signatures as 32 bytes in constant time. */
function verifyWithSecrets(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: readonly string[],
): SignatureMatch | Refusal {
  const signed = readSigned(rawBody, signatureHeader, signature);
  if (!signed.ok) return signed;
  let secretIndex = 0;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(signed.content).digest();
    if (timingSafeEqual(expected, signature)) return { ok: true, secretIndex };
    secretIndex += 1;
  }
  return refuse('signature_mismatch');
}

/**
 * Whether one of the secrets signed this body (HOOK-2), with any content. Use {@link verify} to get the event. It never throws
 * because of what was sent.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export function verifySignature(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
): SignatureMatch | Refusal {
  return verifyWithSecrets(rawBody, signatureHeader, secretList(secrets));
}

/**
 * The event of a request, if one of the secrets signed its body (AUTH-13, HOOK-2), or why it is refused. It never throws
 * because of what was sent.
 * @param rawBody The body as it came, bytes or text, before any JSON parser.
 * @param signatureHeader The value of the header `Service-Signature`.
 * @param secrets The webhook secret, or several while one replaces another; `secretIndex` says which one matched.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export function verify(rawBody: RawBody, signatureHeader: SignatureHeader, secrets: Secrets): VerifiedEvent | Refusal {
  return toVerifiedEvent(rawBody, verifySignature(rawBody, signatureHeader, secrets));
}

/**
 * The event of a request, as {@link verify}, for code that treats refusals as errors.
 * @throws WebhookVerificationError if the request is refused.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export function constructEvent(rawBody: RawBody, signatureHeader: SignatureHeader, secrets: Secrets): ContractEvent {
  return eventOrThrow(verify(rawBody, signatureHeader, secrets));
}
