import { WebhookError } from '../errors/webhook-error.ts';

/** The error of a file that cannot be used. */
export function storeError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new WebhookError('inbox', `The SQLite inbox failed: ${message}.`, { cause: error });
}
