import { configurationError, PaymentDisplayError } from './payment-display-error.ts';

/** Where the checkout is shown: over the page, in a window of its own, or in the page. */
export type DisplayMode = 'modal' | 'popup' | 'iframe';

/** A payment whose buyer is named by a token (CHECKOUT-2). */
export interface PaymentWithToken {
  /** The checkout URL that starting the payment returned. */
  paymentUrl: string;
  /**
   * The buyer's legacy customer token; the service's script calls it `userToken` (AUTH-10). Never the `clientUserToken` of a
   * sign-up: that is a password, and no browser may see it (LEGACY-2).
   */
  customerToken: string;
  mode: DisplayMode;
}

/**
 * A payment whose buyer is named by a ticket. Whether the service's script takes one is unconfirmed; the sandbox's does. What
 * is documented for a ticket is to redirect the buyer (CHECKOUT-1).
 */
export interface PaymentWithTicket {
  /** The checkout URL with `&ticket=<ticket>` appended, as `checkoutRedirectUrl` of the client returns it, or `reveal()` of the flow's. */
  paymentUrl: string;
  customerToken?: never;
  mode: DisplayMode;
}

export type Payment = PaymentWithToken | PaymentWithTicket;

/** The service's script, loaded. */
export interface PaymentDisplay {
  /**
   * Shows the checkout. Call it while a click is handled: browsers block a popup otherwise.
   *
   * Only the webhook tells whether the buyer has paid.
   * @returns What the script returns. The service does not show what that is.
   * @throws PaymentDisplayError with the code `configuration` if an option is wrong; nothing is shown then.
   */
  show(payment: Payment): unknown;
}

/** What the service's script puts on the page (CHECKOUT-2). */
interface ServiceScript {
  show(options: { paymentUrl: string; userToken?: string; mode: DisplayMode }): unknown;
}

/** The script that the page has loaded, if it has. */
export function findPaymentDisplay(): PaymentDisplay | undefined {
  const script = (globalThis as { PaymentDisplay?: ServiceScript }).PaymentDisplay;
  if (script === undefined) return undefined;
  if (typeof script.show !== 'function') {
    throw new PaymentDisplayError(
      'wrong_script',
      'PaymentDisplay on this page has no show: another script uses that name.',
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
    throw configurationError('paymentUrl: set it to the checkout URL that starting the payment returned.');
  }
  if (!modes.includes(mode)) throw configurationError(`mode: set it to ${modes.join(', ')}.`);
  if (!customerToken === !/[?&]ticket=./.test(paymentUrl)) {
    throw configurationError(
      "customerToken: set it to the buyer's legacy customer token, or leave it out and append a ticket to paymentUrl.",
    );
  }
}
