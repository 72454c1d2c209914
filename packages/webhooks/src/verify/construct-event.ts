import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import type { ContractEvent } from '../event.ts';
import type { SignatureHeader } from './decode-signature.ts';
import type { RawBody } from './raw-body.ts';
import type { Secrets } from './secrets.ts';
import { verify } from './verify.ts';

/**
 * The event of a request, as {@link verify}, for code that handles refusals as errors.
 * @throws WebhookVerificationError where the request is refused.
 * @throws WebhookError with code `configuration` where no usable secret is given.
 */
export function constructEvent(rawBody: RawBody, signatureHeader: SignatureHeader, secrets: Secrets): ContractEvent {
  const result = verify(rawBody, signatureHeader, secrets);
  if (!result.ok) throw new WebhookVerificationError(result.reason);
  return result.event;
}
