import { WebhookVerificationError } from '../errors.ts';
import type { ContractEvent } from '../event.ts';
import { type Refusal, refuse } from '../verify/refusal.ts';
import { decodeSignature, hashable, lengthInBytes, type RawBody, type SignatureHeader } from '../verify/signature.ts';
import {
  readEvent,
  type Secrets,
  type SignatureMatch,
  secretList,
  type VerifiedEvent,
} from '../verify/verification.ts';

/** An imported secret. Not every runtime's types have a name for it. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret as Web Crypto takes it. */
export const importHmacKey = (secret: string): Promise<HmacKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);

/** Checks the bodies of a receiver with its secrets, which it has checked. */
export function createVerifyBody(
  secrets: readonly string[],
): (rawBody: RawBody, signatureHeader: SignatureHeader) => Promise<SignatureMatch | Refusal> {
  let keys: HmacKey[] | undefined;
  return async (rawBody, signatureHeader) => {
    // Keeps the keys, not their promise: a worker may not await a promise of another request.
    keys ??= await Promise.all(secrets.map(importHmacKey));
    return verifyWithKeys(rawBody, signatureHeader, keys);
  };
}

/** Whether one of these keys signed this body. Web Crypto compares in constant time. */
async function verifyWithKeys(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  keys: readonly HmacKey[],
): Promise<SignatureMatch | Refusal> {
  const body = hashable(rawBody);
  if (body === undefined) return refuse('body_not_raw');
  const signature = new Uint8Array(lengthInBytes);
  const fault = decodeSignature(signatureHeader, signature);
  if (fault) return refuse(fault);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  for (const [secretIndex, key] of keys.entries()) {
    if (await crypto.subtle.verify('HMAC', key, signature, bytes)) return { ok: true, secretIndex };
  }
  return refuse('signature_mismatch');
}

/**
 * Whether one of the secrets signed this body (HOOK-2), with any content. Use {@link verify} to get the event. It never rejects
 * for what was sent.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export async function verifySignature(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
): Promise<SignatureMatch | Refusal> {
  const keys = await Promise.all(secretList(secrets).map(importHmacKey));
  return verifyWithKeys(rawBody, signatureHeader, keys);
}

/**
 * The event of a request, if one of the secrets signed its body (AUTH-13, HOOK-2), or why it is refused. It never rejects for
 * what was sent.
 * @param rawBody The body as it came, bytes or text, before any JSON parser.
 * @param signatureHeader The value of the header `Service-Signature`.
 * @param secrets The webhook secret, or several while one replaces another; `secretIndex` says which one matched.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export async function verify(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
): Promise<VerifiedEvent | Refusal> {
  const result = await verifySignature(rawBody, signatureHeader, secrets);
  return result.ok ? readEvent(rawBody, result.secretIndex) : result;
}

/**
 * The event of a request, as {@link verify}, for code that treats refusals as errors.
 * @throws WebhookVerificationError if the request is refused.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export async function constructEvent(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
): Promise<ContractEvent> {
  const result = await verify(rawBody, signatureHeader, secrets);
  if (!result.ok) throw new WebhookVerificationError(result.reason);
  return result.event;
}
