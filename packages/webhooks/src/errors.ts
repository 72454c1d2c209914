/** The codes of this package's errors. Codes are stable, messages are not. */
type WebhookErrorCode = 'configuration' | 'verification' | 'request' | 'not_stored' | 'inbox';

/** The base of every error that this package throws. It holds no secret and no body: it is safe to log. */
export class WebhookError extends Error {
  override name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The fields and the message, for loggers that write JSON. The cause is left out, because it may quote stored data. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** The error for a wrong option. The message names the option and what to set it to. */
export const configurationError = (message: string): WebhookError => new WebhookError('configuration', message);

/** Why a request was refused before its signature was checked. */
export type RequestProblem =
  | 'wrong_method'
  | 'address_not_allowed'
  | 'wrong_content_type'
  | 'body_too_large'
  | 'body_too_slow'
  | 'body_incomplete';

const requestMessages: Record<RequestProblem, string> = {
  wrong_method: 'Webhooks are sent with POST.',
  address_not_allowed: 'Webhooks are not sent from this address.',
  wrong_content_type: 'Webhooks are sent as application/json.',
  body_too_large: 'The body is larger than bodyLimitInBytes.',
  body_too_slow: 'The body took longer than bodyTimeoutInMs.',
  body_incomplete: 'The connection ended before the body did.',
};

/** A request was refused before its signature was checked. */
export class WebhookRequestError extends WebhookError {
  override name = 'WebhookRequestError';
  /** Why, as a stable code. */
  readonly reason: RequestProblem;

  constructor(reason: RequestProblem, options?: ErrorOptions) {
    super('request', requestMessages[reason], options);
    this.reason = reason;
  }
}

/** A verified event could not be stored, so the answer makes the service send it again. `cause` is what the inbox threw. */
export class NotStoredError extends WebhookError {
  override name = 'NotStoredError';
  readonly reason = 'not_stored';

  constructor(cause: unknown) {
    super('not_stored', 'The event could not be stored. It is safe to send it again.', { cause });
  }
}
