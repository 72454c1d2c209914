import { configurationError } from '../errors/configuration-error.ts';
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { signatureHeader } from '../generated/contract-event.ts';
import type { Processing, ProcessingOptions } from '../inbox/processing.ts';
import type { SignatureHeader } from '../verify/decode-signature.ts';
import type { RawBody } from '../verify/raw-body.ts';
import type { Refusal } from '../verify/refusal.ts';
import type { SignatureMatch } from '../verify/verification-result.ts';
import { answerTo, failureOf, received } from './answer.ts';
import { checkRequest } from './check-request.ts';
import { handleByStatus } from './handlers.ts';
import { notify } from './notify.ts';
import { completeOptions, type WebhookReceiverOptions } from './options.ts';
import { readBody } from './read-body.ts';
import { storeEvent } from './store-event.ts';
import { headerValues, type WebhookRequest, type WebhookResponse } from './webhook-request.ts';

/** Receives webhooks; an adapter connects it to a server. */
export interface WebhookReceiver {
  /**
   * Answers one request: 200 once the event is committed to the inbox, also where it had been before (HOOK-3, HOOK-7); 401
   * where its signature does not match (HOOK-2); 503 where the inbox failed, so that the service sends it again (HOOK-4).
   * It never rejects.
   */
  receive(request: WebhookRequest): Promise<WebhookResponse>;
  /**
   * Starts to hand the stored events to `handlers`, in this process; a second call changes nothing.
   * @throws WebhookError with code `configuration` where the receiver has no handlers.
   */
  start(options?: ProcessingOptions): void;
  /** Takes no new event and waits for the handlers in progress, as `inbox.start(…).stop`. It never rejects. */
  stop(options?: { limitInMs?: number }): Promise<void>;
}

type Verified = SignatureMatch | Refusal;

/** Whether one of the receiver's secrets signed this body. */
export type VerifyBody = (rawBody: RawBody, signatureHeader: SignatureHeader) => Verified | Promise<Verified>;

/** A receiver over the runtime's own cryptography: `prepare` makes ready to verify with these secrets. */
export function createReceiver<Transaction>(
  options: WebhookReceiverOptions<Transaction>,
  prepare: (secrets: readonly string[]) => VerifyBody,
): WebhookReceiver {
  const settings = completeOptions(options);
  const handle = options.handlers && handleByStatus(options.handlers);
  const verifyBody = prepare(settings.secrets);
  let processing: Processing | undefined;
  let stopping: Promise<void> | undefined;

  return {
    async receive(request) {
      try {
        checkRequest(request, settings.bodyLimitInBytes);
        const rawBody = await readBody(request.body, settings);
        const match = await verifyBody(rawBody, headerValues(request, signatureHeader));
        if (!match.ok) throw new WebhookVerificationError(match.reason);
        await storeEvent(rawBody, match.secretIndex, settings);
        return received;
      } catch (error) {
        const failure = failureOf(error);
        notify(settings.onError, failure);
        return answerTo(failure);
      }
    },
    start(processingOptions) {
      if (!handle) throw configurationError('handlers: give the receiver handlers before it is started.');
      processing ??= settings.inbox.start(handle, processingOptions);
    },
    async stop(stopOptions) {
      stopping = processing?.stop(stopOptions) ?? stopping;
      processing = undefined;
      await stopping;
    },
  };
}
