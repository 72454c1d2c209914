import type { ContractEvent } from '../event/event.ts';
import { hashable, type RawBody, toBase64, toHex } from '../event/raw-body.ts';
import { createReceiver, type WebhookReceiver } from '../receiver/create-receiver.ts';
import type { WebhookReceiverOptions } from '../receiver/options.ts';
import { type Refusal, refuse } from '../signature/refusal.ts';
import {
  readForm,
  readSignature,
  type SignatureForm,
  type SignatureHeader,
  signatureLengthInBytes,
} from '../signature/signature-form.ts';
import {
  bodyOf,
  requestOf,
  type SignedRequest,
  type SignedRequestOptions,
  toSignable,
} from '../signature/signed-request.ts';
import {
  type CreateVerifyBody,
  type DeploymentOptions,
  eventOrThrow,
  type Secrets,
  type SignatureMatch,
  secretList,
  toVerifiedEvent,
  type VerifiedEvent,
} from '../signature/verification.ts';

/**
 * `createWebhookReceiver` of the main entry: a receiver that loses no event.
 * @throws WebhookError with the code `configuration` if an option cannot work.
 */
export function createWebhookReceiver<Transaction = unknown>(
  options: WebhookReceiverOptions<Transaction>,
): WebhookReceiver {
  return createReceiver(options, createVerifyBody);
}

/**
 * `sign` of the main entry: the value of the header `Service-Signature` for a body (HOOK-2), for tests.
 * @throws WebhookError with the code `configuration` if the body is neither bytes nor text, or no usable secret is given.
 */
export async function sign(
  rawBody: RawBody,
  secret: string,
  { signature }: Pick<DeploymentOptions, 'signature'> = {},
): Promise<string> {
  const { prefix, encoding } = readForm(signature);
  const content = toBytes(toSignable(rawBody, secret));
  const bytes = await crypto.subtle.sign('HMAC', await importHmacKey(secret), content);
  return prefix + (encoding === 'hex' ? toHex(bytes) : toBase64(bytes));
}

/**
 * `signedRequest` of the main entry: a request as the service, or a deployment that differs, sends it, for tests.
 * @example await fetch(url, await signedRequest({ event: { status: 'PAID', milestoneId, referenceId }, secret }))
 */
export async function signedRequest(options: SignedRequestOptions): Promise<SignedRequest> {
  const body = bodyOf(options);
  if (options.signature === null) return requestOf(body);
  return requestOf(body, await sign(body, options.secret, options), options.signature);
}

/** An imported secret. Not every runtime's types have a name for it. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret as Web Crypto takes it. */
const importHmacKey = (secret: string): Promise<HmacKey> =>
  crypto.subtle.importKey('raw', toBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** Web Crypto takes bytes only. */
const toBytes = (content: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

const createVerifyBody: CreateVerifyBody = (secrets, form) => {
  let keys: HmacKey[] | undefined;
  return async (rawBody, signatureHeader) => {
    // Stores the keys, not their promise: a worker may not await a promise of another request.
    keys ??= await Promise.all(secrets.map(importHmacKey));
    return verifyWithKeys(rawBody, signatureHeader, { keys, form });
  };
};

/** Web Crypto compares in constant time. */
async function verifyWithKeys(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  { keys, form }: { keys: readonly HmacKey[]; form: SignatureForm },
): Promise<SignatureMatch | Refusal> {
  const content = hashable(rawBody);
  if (content === undefined) return refuse('body_not_raw');
  const signature = new Uint8Array(signatureLengthInBytes);
  const fault = readSignature(signatureHeader, form, signature);
  if (fault) return refuse(fault);
  const bytes = toBytes(content);
  for (const [secretIndex, key] of keys.entries()) {
    if (await crypto.subtle.verify('HMAC', key, signature, bytes)) return { ok: true, secretIndex };
  }
  return refuse('signature_mismatch');
}

/**
 * `verifySignature` of the main entry: whether one of the secrets signed this body (HOOK-2). It never rejects because of what
 * was sent.
 * @throws WebhookError with the code `configuration` if no usable secret or form is given.
 */
export async function verifySignature(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
  { signature }: Pick<DeploymentOptions, 'signature'> = {},
): Promise<SignatureMatch | Refusal> {
  const form = readForm(signature);
  const keys = await Promise.all(secretList(secrets).map(importHmacKey));
  return verifyWithKeys(rawBody, signatureHeader, { keys, form });
}

/**
 * `verify` of the main entry: the event of a request, if one of the secrets signed its body (AUTH-13, HOOK-2), or why it is
 * refused. It never rejects because of what was sent.
 * @throws WebhookError with the code `configuration` if no usable secret or form is given.
 */
export async function verify(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
  options: DeploymentOptions = {},
): Promise<VerifiedEvent | Refusal> {
  return toVerifiedEvent(rawBody, await verifySignature(rawBody, signatureHeader, secrets, options), options.statuses);
}

/**
 * `constructEvent` of the main entry: the event of a request, for code that treats refusals as errors.
 * @throws WebhookVerificationError if the request is refused.
 * @throws WebhookError with the code `configuration` if no usable secret or form is given.
 */
export async function constructEvent(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
  options: DeploymentOptions = {},
): Promise<ContractEvent> {
  return eventOrThrow(await verify(rawBody, signatureHeader, secrets, options), options);
}
