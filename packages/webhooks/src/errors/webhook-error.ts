/** Every code an error of this package can have. Codes are stable, messages are not. */
export type WebhookErrorCode = 'configuration' | 'verification' | 'request' | 'not_stored' | 'inbox';

/** The base of every error that this package throws. It holds no secret and no body: it is safe to log. */
export class WebhookError extends Error {
  override name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
