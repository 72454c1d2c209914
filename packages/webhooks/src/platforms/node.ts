import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ContractEvent } from '../event/event.ts';
import { hashable, type RawBody } from '../event/raw-body.ts';
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
  type DeploymentOptions,
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
  return createReceiver(
    options,
    (secrets, form) => (body, header) => verifyWithSecrets(body, header, { secrets, form }),
  );
}

/**
 * The value of the header `Service-Signature` for a body, `sha256=<hex>` (HOOK-2): what the service sends, for tests.
 * @param options How a deployment signs that differs.
 * @throws WebhookError with the code `configuration` if the body is neither bytes nor text, or no usable secret is given.
 */
export function sign(
  rawBody: RawBody,
  secret: string,
  { signature }: Pick<DeploymentOptions, 'signature'> = {},
): string {
  const { prefix, encoding } = readForm(signature);
  const content = toSignable(rawBody, secret);
  return prefix + createHmac('sha256', secret).update(content).digest(encoding);
}

/**
 * A request as the service sends it, for tests: POST, the JSON body and its signature. With `signature` and `statuses` of a
 * deployment that differs, as that sends it.
 * @example await fetch(url, signedRequest({ event: { status: 'PAID', milestoneId, referenceId }, secret }))
 */
export function signedRequest(options: SignedRequestOptions): SignedRequest {
  const body = bodyOf(options);
  if (options.signature === null) return requestOf(body);
  return requestOf(body, sign(body, options.secret, options), options.signature);
}

/** The signature of the request that is verified: one at a time, as nothing in between waits. */
const signature = Buffer.alloc(signatureLengthInBytes);

/** Compares signatures as 32 bytes in constant time. */
function verifyWithSecrets(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  { secrets, form }: { secrets: readonly string[]; form: SignatureForm },
): SignatureMatch | Refusal {
  const content = hashable(rawBody);
  if (content === undefined) return refuse('body_not_raw');
  const fault = readSignature(signatureHeader, form, signature);
  if (fault) return refuse(fault);
  let secretIndex = 0;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(content).digest();
    if (timingSafeEqual(expected, signature)) return { ok: true, secretIndex };
    secretIndex += 1;
  }
  return refuse('signature_mismatch');
}

/**
 * Whether one of the secrets signed this body (HOOK-2), with any content. Use {@link verify} to get the event. It never throws
 * because of what was sent.
 * @param options How a deployment signs that differs.
 * @throws WebhookError with the code `configuration` if no usable secret or form is given.
 */
export function verifySignature(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
  { signature: form }: Pick<DeploymentOptions, 'signature'> = {},
): SignatureMatch | Refusal {
  return verifyWithSecrets(rawBody, signatureHeader, { secrets: secretList(secrets), form: readForm(form) });
}

/**
 * The event of a request, if one of the secrets signed its body (AUTH-13, HOOK-2), or why it is refused. It never throws
 * because of what was sent.
 * @param rawBody The body as it came, bytes or text, before any JSON parser.
 * @param signatureHeader The value of the header `Service-Signature`.
 * @param secrets The webhook secret, or several while one replaces another; `secretIndex` says which one matched.
 * @param options How a deployment signs and names statuses that differs.
 * @throws WebhookError with the code `configuration` if no usable secret or form is given.
 */
export function verify(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
  options: DeploymentOptions = {},
): VerifiedEvent | Refusal {
  return toVerifiedEvent(rawBody, verifySignature(rawBody, signatureHeader, secrets, options), options.statuses);
}

/**
 * The event of a request, as {@link verify}, for code that treats refusals as errors.
 * @throws WebhookVerificationError if the request is refused.
 * @throws WebhookError with the code `configuration` if no usable secret or form is given.
 */
export function constructEvent(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
  options: DeploymentOptions = {},
): ContractEvent {
  return eventOrThrow(verify(rawBody, signatureHeader, secrets, options), options);
}
