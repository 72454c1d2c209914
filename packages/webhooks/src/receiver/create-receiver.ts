import { configurationError } from '../errors.ts';
import type { Processing, ProcessingOptions } from '../processing/processing.ts';
import { handleByStatus } from './handlers.ts';
import { completeOptions, type WebhookReceiverOptions } from './options.ts';
import { receiveWebhook, type VerifyBody } from './receive-webhook.ts';
import type { WebhookRequest, WebhookResponse } from './webhook-request.ts';

/** Receives webhooks. An adapter connects it to a server. */
export interface WebhookReceiver {
  /**
   * Answers one request: 200 once the event is committed to the inbox, now or before (HOOK-3, HOOK-7); 401 if its signature
   * does not match (HOOK-2); 503 if the inbox failed, so that the service sends it again (HOOK-4). It never rejects.
   */
  receive(request: WebhookRequest): Promise<WebhookResponse>;
  /**
   * Starts handing the stored events to `handlers`, in this process. The receiver's `observer` watches it unless you pass
   * another one. A second call changes nothing.
   * @throws WebhookError with the code `configuration` if the receiver has no handlers.
   */
  start(options?: ProcessingOptions): void;
  /** Starts no new event and waits for the handlers in progress, as `Processing.stop` does. It never rejects. */
  stop(options?: { limitInMs?: number }): Promise<void>;
}

/** A receiver over the runtime's own cryptography. `prepare` returns the verification with these secrets. */
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
    receive: (request) => receiveWebhook(request, verifyBody, settings),
    start(processingOptions) {
      if (!handle) throw configurationError('handlers: give the receiver handlers before you start it.');
      processing ??= settings.inbox.start(handle, { observer: settings.observer, ...processingOptions });
    },
    async stop(stopOptions) {
      stopping = processing?.stop(stopOptions) ?? stopping;
      processing = undefined;
      await stopping;
    },
  };
}
