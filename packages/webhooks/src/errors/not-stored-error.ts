import { WebhookError } from './webhook-error.ts';

/** A verified event could not be stored; `cause` is what the inbox threw. The service was told to send it again. */
export class NotStoredError extends WebhookError {
  override name = 'NotStoredError';
  readonly reason = 'not_stored';

  constructor(cause: unknown) {
    super('not_stored', 'The event could not be stored. It is safe to send it again.', { cause });
  }
}
