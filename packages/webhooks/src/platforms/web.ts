import { type Refusal, refuse } from '../errors/webhook-error.ts';
import type { ContractEvent } from '../event/event.ts';
import { type RawBody, toHex } from '../event/raw-body.ts';
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
  type CreateVerifyBody,
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
  return createReceiver(options, createVerifyBody);
}

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

/** An imported secret. Not every runtime's types have a name for it. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret as Web Crypto takes it. */
const importHmacKey = (secret: string): Promise<HmacKey> =>
  crypto.subtle.importKey('raw', toBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** Web Crypto takes bytes only. */
const toBytes = (content: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

const createVerifyBody: CreateVerifyBody = (secrets) => {
  let keys: HmacKey[] | undefined;
  return async (rawBody, signatureHeader) => {
    // Stores the keys, not their promise: a worker may not await a promise of another request.
    keys ??= await Promise.all(secrets.map(importHmacKey));
    return verifyWithKeys(rawBody, signatureHeader, keys);
  };
};

/** Web Crypto compares in constant time. */
async function verifyWithKeys(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  keys: readonly HmacKey[],
): Promise<SignatureMatch | Refusal> {
  const signature = new Uint8Array(signatureLengthInBytes);
  const signed = readSigned(rawBody, signatureHeader, signature);
  if (!signed.ok) return signed;
  const bytes = toBytes(signed.content);
  for (const [secretIndex, key] of keys.entries()) {
    if (await crypto.subtle.verify('HMAC', key, signature, bytes)) return { ok: true, secretIndex };
  }
  return refuse('signature_mismatch');
}

/**
 * `verifySignature` of the main entry: whether one of the secrets signed this body (HOOK-2). It never rejects because of what
 * was sent.
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
 * `verify` of the main entry: the event of a request, if one of the secrets signed its body (AUTH-13, HOOK-2), or why it is
 * refused. It never rejects because of what was sent.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export async function verify(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
): Promise<VerifiedEvent | Refusal> {
  return toVerifiedEvent(rawBody, await verifySignature(rawBody, signatureHeader, secrets));
}

/**
 * `constructEvent` of the main entry: the event of a request, for code that treats refusals as errors.
 * @throws WebhookVerificationError if the request is refused.
 * @throws WebhookError with the code `configuration` if no usable secret is given.
 */
export async function constructEvent(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
): Promise<ContractEvent> {
  return eventOrThrow(await verify(rawBody, signatureHeader, secrets));
}
