import { type ContractEvent, type RawBody, toBase64, toHex } from '../event.ts';
import type { WebhookReceiverOptions } from '../receiver/options.ts';
import { createReceiver, type WebhookReceiver } from '../receiver/receiver.ts';
import {
  bodyOf,
  type DeploymentOptions,
  eventOrThrow,
  findMatch,
  type Refusal,
  readForm,
  readSignedBody,
  requestOf,
  type Secrets,
  type SignatureForm,
  type SignatureHeader,
  type SignatureMatch,
  type SignedBody,
  type SignedRequest,
  type SignedRequestOptions,
  secretList,
  toSignable,
  toVerifiedEvent,
  type VerifiedEvent,
} from '../signature/verify.ts';

/**
 * `createWebhookReceiver` of the main entry: a receiver that loses no event.
 * @throws WebhookError with the code `configuration` if an option cannot work.
 */
export function createWebhookReceiver<Transaction = unknown>(
  options: WebhookReceiverOptions<Transaction>,
): WebhookReceiver {
  return createReceiver(options, createVerify);
}

function createVerify(secrets: readonly string[], form: SignatureForm) {
  let keys: HmacKey[] | undefined;
  return async (rawBody: RawBody, header: SignatureHeader): Promise<SignatureMatch | Refusal> => {
    const signed = readSignedBody(rawBody, header, form);
    if (!signed.ok) return signed;
    // Stores the keys, not their promise: a worker may not await a promise of another request.
    keys ??= await Promise.all(secrets.map(importKey));
    const hmacs = keys.map((key) => hmacOf(signed.content, key, form.encoding));
    return findMatch(signed, await Promise.all(hmacs));
  };
}

/** An imported secret. Not every runtime's types have a name for it. */
type HmacKey = Awaited<ReturnType<typeof importKey>>;

const importKey = (secret: string) =>
  crypto.subtle.importKey('raw', toBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

async function hmacOf(
  content: SignedBody['content'],
  key: HmacKey,
  encoding: SignatureForm['encoding'],
): Promise<string> {
  const bytes = await crypto.subtle.sign('HMAC', key, toBytes(content));
  return encoding === 'hex' ? toHex(bytes) : toBase64(bytes);
}

/** Web Crypto takes bytes only. */
const toBytes = (content: SignedBody['content']): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

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
  const content = toSignable(rawBody, secret);
  return prefix + (await hmacOf(content, await importKey(secret), encoding));
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
  return createVerify(secretList(secrets), readForm(signature))(rawBody, signatureHeader);
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
