/**
 * Why a request was refused; `refusalMessages` has the sentences. The last two are about signed bodies: they come from the
 * service, and sending them again changes nothing.
 */
export type RefusalReason =
  | 'body_not_raw'
  | 'signature_missing'
  | 'signature_repeated'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'body_not_utf8'
  | 'event_invalid';

/** What happened and what to do, for each reason. The sentences contain nothing of the request. */
export const refusalMessages: Readonly<Record<RefusalReason, string>> = {
  body_not_raw: 'The body is not what was signed. Pass the raw body, bytes or text, as it was before any JSON parser.',
  signature_missing: 'The header Service-Signature is missing.',
  signature_repeated: 'The header Service-Signature came more than once.',
  signature_malformed: 'The header Service-Signature is not sha256= and 64 hex digits.',
  signature_mismatch: 'No secret matches. Check the webhook secret, and that the body is raw.',
  body_not_utf8: 'The body is signed, but not UTF-8.',
  event_invalid: 'The body is signed, but has no status, or is PAID without contractId or referenceId.',
};

/** The result of checking a request that is refused. */
export interface Refusal {
  ok: false;
  reason: RefusalReason;
}

export const refuse = (reason: RefusalReason): Refusal => ({ ok: false, reason });

/** The codes of this package's errors. Codes are stable, messages are not. */
export type WebhookErrorCode = 'configuration' | 'verification' | 'request' | 'not_stored' | 'inbox';

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

/** A request was refused because of its signature, or because its signed body holds no event. */
export class WebhookVerificationError extends WebhookError {
  override name = 'WebhookVerificationError';
  /** Why, as a stable code. */
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('verification', refusalMessages[reason]);
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
