import { createHmac } from 'node:crypto';
import type { ContractEvent, RawBody } from '../event.ts';
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
 * A receiver that loses no event: it verifies, stores under a unique key, commits, and only then answers 200. Handlers run
 * after the answer (HOOK-3).
 * @throws WebhookError with the code `configuration` if an option cannot work.
 */
export function createWebhookReceiver<Transaction = unknown>(
  options: WebhookReceiverOptions<Transaction>,
): WebhookReceiver {
  return createReceiver(options, createVerify);
}

const createVerify =
  (secrets: readonly string[], form: SignatureForm) =>
  (rawBody: RawBody, header: SignatureHeader): SignatureMatch | Refusal => {
    const signed = readSignedBody(rawBody, header, form);
    if (!signed.ok) return signed;
    const hmacs = secrets.map((secret) => hmacOf(signed.content, secret, form.encoding));
    return findMatch(signed, hmacs);
  };

const hmacOf = (content: SignedBody['content'], secret: string, encoding: SignatureForm['encoding']): string =>
  createHmac('sha256', secret).update(content).digest(encoding);

/**
 * The value of the header `Service-Signature` for a body, `sha256=<hex>` (HOOK-2): what the service sends, for tests.
 * @param options How the deployment signs, if it differs.
 * @throws WebhookError with the code `configuration` if the body is neither bytes nor text, or no usable secret is given.
 */
export function sign(
  rawBody: RawBody,
  secret: string,
  { signature }: Pick<DeploymentOptions, 'signature'> = {},
): string {
  const { prefix, encoding } = readForm(signature);
  return prefix + hmacOf(toSignable(rawBody, secret), secret, encoding);
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

/**
 * Whether one of the secrets signed this body (HOOK-2), with any content. Use {@link verify} to get the event. It never throws
 * because of what was sent.
 * @param options How the deployment signs, if it differs.
 * @throws WebhookError with the code `configuration` if no usable secret or form is given.
 */
export function verifySignature(
  rawBody: RawBody,
  signatureHeader: SignatureHeader,
  secrets: Secrets,
  { signature }: Pick<DeploymentOptions, 'signature'> = {},
): SignatureMatch | Refusal {
  return createVerify(secretList(secrets), readForm(signature))(rawBody, signatureHeader);
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
