/**
 * `configuration`: an option is wrong. `no_browser`: there is no page, as on a server. `blocked`: the script could not be
 * loaded. `late`: it took longer than the limit. `wrong_script`: the loaded script is not the service's.
 */
export type PaymentDisplayErrorCode = 'configuration' | 'no_browser' | 'blocked' | 'late' | 'wrong_script';

/** What went wrong and what to do about it. It contains no token and no ticket, so it is safe to log. */
export class PaymentDisplayError extends Error {
  override name = 'PaymentDisplayError';
  readonly code: PaymentDisplayErrorCode;

  constructor(code: PaymentDisplayErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const configurationError = (message: string): PaymentDisplayError =>
  new PaymentDisplayError('configuration', message);
