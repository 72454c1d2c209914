import { configurationError, PaymentDisplayError } from './payment-display-error.ts';

/** How to show the checkout: over the page, in a separate window, or inside the page. */
export type DisplayMode = 'modal' | 'popup' | 'iframe';

/** A payment with a token that identifies the buyer (CHECKOUT-2). */
export interface PaymentWithToken {
  /** The checkout URL of the started payment. */
  paymentUrl: string;
  /**
   * The buyer's legacy customer token; the service's script calls it `userToken` (AUTH-10). Never pass the `clientUserToken` of a
   * sign-up: it is a password, which must not reach a browser (LEGACY-2).
   */
  customerToken: string;
  mode: DisplayMode;
}

/**
 * A payment with a ticket. The sandbox's script accepts one. Not shown: whether the service's script does. For a ticket, the service
 * documents a redirect (CHECKOUT-1).
 */
export interface PaymentWithTicket {
  /** The checkout URL with `&ticket=<ticket>`, from the client's `checkoutRedirectUrl`, or `redirectUrl.reveal()` of `flows.checkout`. */
  paymentUrl: string;
  customerToken?: never;
  mode: DisplayMode;
}

export type Payment = PaymentWithToken | PaymentWithTicket;

/** The service's script, loaded. */
export interface PaymentDisplay {
  /**
   * Shows the checkout. Call it in a click handler. Otherwise browsers block a popup.
   *
   * Only the webhook tells you that the buyer has paid.
   * @returns The return value of the script, which the service does not show.
   * @throws PaymentDisplayError `configuration` if an option is wrong. Nothing is shown then.
   */
  show(payment: Payment): unknown;
}

/** The global object of the service's script (CHECKOUT-2). */
interface ServiceScript {
  show(options: { paymentUrl: string; userToken?: string; mode: DisplayMode }): unknown;
}

/** The script, if the page has loaded it. */
export function findPaymentDisplay(): PaymentDisplay | undefined {
  const script = (globalThis as { PaymentDisplay?: ServiceScript }).PaymentDisplay;
  if (script === undefined) return undefined;
  if (typeof script.show !== 'function') {
    throw new PaymentDisplayError(
      'wrong_script',
      'PaymentDisplay on this page has no show. Another script uses that name.',
    );
  }
  return {
    show(payment) {
      checkPayment(payment);
      const { paymentUrl, customerToken, mode } = payment;
      return script.show(customerToken ? { paymentUrl, userToken: customerToken, mode } : { paymentUrl, mode });
    },
  };
}

const modes: readonly string[] = ['modal', 'popup', 'iframe'] satisfies DisplayMode[];

function checkPayment({ paymentUrl, customerToken, mode }: Payment): void {
  if (!/^https?:\/\//.test(paymentUrl)) {
    throw configurationError('paymentUrl: set it to the checkout URL of the started payment.');
  }
  if (!modes.includes(mode)) throw configurationError(`mode: set it to ${modes.join(', ')}.`);
  if (!customerToken === !/[?&]ticket=./.test(paymentUrl)) {
    throw configurationError(
      "customerToken: set it to the buyer's legacy customer token, or leave it out and append a ticket to paymentUrl.",
    );
  }
}
