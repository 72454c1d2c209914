/** The codes of this package's errors. Codes are stable, messages are not. */
type WebhookErrorCode = 'configuration' | 'verification' | 'request' | 'not_stored' | 'inbox';

/** The base of all errors of this package. It is safe to log: it contains no secret and no body. */
export class WebhookError extends Error {
  override name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The fields and the message, for JSON loggers. Without the cause, which may quote stored data. */
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
  wrong_method: 'Use POST.',
  address_not_allowed: 'This address is not allowed.',
  wrong_content_type: 'Use the content type application/json.',
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

/** A verified event could not be stored, so the service retries. `cause` is the error of the inbox. */
export class NotStoredError extends WebhookError {
  override name = 'NotStoredError';
  readonly reason = 'not_stored';

  constructor(cause: unknown) {
    super('not_stored', 'The event could not be stored. Send it again.', { cause });
  }
}
