import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import type { ContractEvent } from '../event.ts';
import type { SignatureHeader } from '../verify/decode-signature.ts';
import type { RawBody } from '../verify/raw-body.ts';
import type { Secrets } from '../verify/secrets.ts';
import { verify } from './verify.ts';

/**
 * The event of a request, as {@link verify}, for code that handles refusals as errors.
 * @throws WebhookVerificationError where the request is refused.
 * @throws WebhookError with code `configuration` where no usable secret is given.
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
