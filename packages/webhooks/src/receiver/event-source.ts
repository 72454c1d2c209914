import type { Refusal } from '../errors/webhook-error.ts';
import type { StatusNames } from '../event/event.ts';
import type { RawBody } from '../event/raw-body.ts';
import type { WebhookRequest } from './webhook-request.ts';

/**
 * How a receiver tells that a request comes from a deployment which does not send events as the service's document says.
 * `createEventSource` of `@escrow-kit/webhooks/deployment` creates one.
 */
export interface EventSource {
  /** Whether requests are signed, so that a receiver needs secrets. */
  readonly isSigned: boolean;
  /** The deployment's names of statuses, each with the status whose handler gets its events. Left out: the service's names. */
  readonly statusNames?: StatusNames | undefined;
  /** Whether a request comes from an allowed address. Its body has not been read. */
  isAllowed(request: WebhookRequest): boolean;
  /**
   * Which secret signed the body; undefined if events are unsigned.
   * @throws WebhookVerificationError if none did.
   */
  verify(
    rawBody: RawBody,
    request: WebhookRequest,
    secrets: readonly string[],
  ): { ok: true; secretIndex: number | undefined } | Refusal;
}
