import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from '../errors.ts';
import type { ContractEvent } from '../event.ts';
import { type Refusal, refuse } from './refusal.ts';
import { decodeSignature, hashable, lengthInBytes, type RawBody, type SignatureHeader } from './signature.ts';
import { readEvent, type Secrets, type SignatureMatch, secretList, type VerifiedEvent } from './verification.ts';

/** Checks the bodies of a receiver with its secrets, which it has checked. */
export const createVerifyBody =
  (secrets: readonly string[]) =>
  (rawBody: RawBody, signatureHeader: SignatureHeader): SignatureMatch | Refusal =>
    verifyWithSecrets(rawBody, signatureHeader, secrets);

/** Whether one of these secrets signed this body. Signatures are compared as 32 bytes in constant time. */
function verifyWithSecrets(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: readonly string[],
): SignatureMatch | Refusal {
  const body = hashable(rawBody);
  if (body === undefined) return refuse('body_not_raw');
  // Of Node's pool: a small array of its own would have to be moved before node:crypto can read it.
  const signature = Buffer.allocUnsafe(lengthInBytes);
  const fault = decodeSignature(signatureHeader, signature);
  if (fault) return refuse(fault);
  let secretIndex = 0;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(body).digest();
    if (timingSafeEqual(expected, signature)) return { ok: true, secretIndex };
    secretIndex += 1;
  }
  return refuse('signature_mismatch');
}

/**
 * Whether one of the secrets signed this body (HOOK-2), with any content. Use {@link verify} to get the event. It never throws
 * for what was sent.
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
