import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from '../errors.ts';
import type { ContractEvent } from '../event.ts';
import { hashable, type RawBody } from './raw-body.ts';
import { type Refusal, refuse } from './refusal.ts';
import { decodeSignature, type SignatureHeader } from './signature.ts';
import { readEvent, type Secrets, type SignatureMatch, secretList, type VerifiedEvent } from './verification.ts';

/**
 * Whether one of the secrets signed this body (HOOK-2), whatever it holds. Use {@link verify} to get the event. Signatures
 * are compared as 32 bytes in constant time. It never throws for what was sent.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export function verifySignature(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
): SignatureMatch | Refusal {
  const keys = secretList(secrets);
  const body = hashable(rawBody);
  if (body === undefined) return refuse('body_not_raw');
  const signature = decodeSignature(signatureHeader);
  if (typeof signature === 'string') return refuse(signature);
  for (let secretIndex = 0; secretIndex < keys.length; secretIndex++) {
    const expected = createHmac('sha256', keys[secretIndex] as string)
      .update(body)
      .digest();
    if (timingSafeEqual(expected, signature)) return { ok: true, secretIndex };
  }
  return refuse('signature_mismatch');
}

/**
 * The event of a request, if one of the secrets signed its body (AUTH-13, HOOK-2), or why it is refused. It never throws for
 * what was sent.
 * @param rawBody The body as it came, bytes or text, before any JSON parser.
 * @param signatureHeader The value of the header `Service-Signature`.
 * @param secrets The webhook secret, or several while one replaces another; `secretIndex` says which one matched.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export function verify(rawBody: RawBody, signatureHeader: SignatureHeader, secrets: Secrets): VerifiedEvent | Refusal {
  const result = verifySignature(rawBody, signatureHeader, secrets);
  return result.ok ? readEvent(rawBody, result.secretIndex) : result;
}

/**
 * The event of a request, as {@link verify}, for code that treats refusals as errors.
 * @throws WebhookVerificationError if the request is refused.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export function constructEvent(rawBody: RawBody, signatureHeader: SignatureHeader, secrets: Secrets): ContractEvent {
  const result = verify(rawBody, signatureHeader, secrets);
  if (!result.ok) throw new WebhookVerificationError(result.reason);
  return result.event;
}
