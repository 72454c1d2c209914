import { createReceiver, type WebhookReceiver } from '../receiver/create-receiver.ts';
import type { WebhookReceiverOptions } from '../receiver/options.ts';
import { createVerifyBody } from './verify.ts';

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
