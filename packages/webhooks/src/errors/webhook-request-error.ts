import type { RequestProblem } from '../receiver/failure.ts';
import { WebhookError } from './webhook-error.ts';

const messages: Record<RequestProblem, string> = {
  wrong_method: 'Webhooks are sent with POST.',
  wrong_content_type: 'Webhooks are sent as application/json.',
  body_too_large: 'The body is larger than bodyLimitInBytes.',
  body_too_slow: 'The body took longer than bodyTimeoutInMs.',
  body_incomplete: 'The connection ended before the body.',
};

/** A request was refused before its signature was looked at: `reason` says why, in a word that is stable. */
export class WebhookRequestError extends WebhookError {
  override name = 'WebhookRequestError';
  readonly reason: RequestProblem;

  constructor(reason: RequestProblem, options?: ErrorOptions) {
    super('request', messages[reason], options);
    this.reason = reason;
  }
}
