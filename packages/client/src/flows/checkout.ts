import {
  checkoutAddress,
  checkoutHostsOf,
  checkoutRedirectUrl,
  type KnownHosts,
} from '../checkout/checkout-redirect.ts';
import { Secret } from '../document/secret.ts';
import { fail } from '../errors/escrow-error.ts';
import type { Observation } from '../observation/observation.ts';
import {
  type ClientCredentials,
  neededOption,
  type PaymentStart,
  type Payments,
  type StartedPayment,
} from '../resources/payments.ts';
import { isText } from '../rules/guards.ts';
import type { CallOptions } from '../transport/call-options.ts';

/** A buyer to be sent to the checkout, and the milestone to pay. */
export interface CheckoutToOpen extends Omit<PaymentStart, 'redirectUrl'> {
  /** The buyer's phone, as it was registered. */
  buyer: string;
  /** Where the buyer returns to after the checkout. */
  returnUrl: string;
}

/** Where to redirect the buyer's browser, now. */
export interface OpenedCheckout extends StartedPayment {
  /**
   * The checkout URL with its ticket, to be read by `reveal()` where the buyer is redirected to it. It opens the buyer's payment, so
   * it prints as `[redacted]`: do not log or save it.
   */
  redirectUrl: Secret<'redirectUrl'>;
  /** Lifetime of the ticket; its unit is not shown. */
  expiresIn: number;
}

/** Options of both calls. Which token they take is fixed: the first takes the client admin's, the second none. */
type CheckoutOptions = Omit<CallOptions, 'token'>;

/**
 * Starts the payment and asks for the ticket, in that order and right before the redirect (TICKET-6). It has no journal:
 * nothing of it is kept, and a buyer who comes back gets a new ticket.
 */
export type CheckoutFlow = (input: CheckoutToOpen, options?: CheckoutOptions) => Promise<OpenedCheckout>;

/** Creates the flow. */
export function createCheckout(
  payments: Payments,
  settings: ClientCredentials & KnownHosts,
  observation: Observation | undefined,
): CheckoutFlow {
  const checkoutHosts = checkoutHostsOf(settings);
  const run: CheckoutFlow = async (input, callOptions) => {
    const { buyer, returnUrl, ...payment } = { ...input };
    if (!isText(buyer)) {
      fail(
        'configuration',
        'checkout was not sent: buyer is missing. Give the phone that the buyer was registered with.',
      );
    }
    if (!isText(returnUrl)) {
      fail('configuration', 'checkout was not sent: returnUrl is missing. Give the URL that the buyer returns to.');
    }
    neededOption(settings, 'clientSecret', 'requestTicket');
    const started = await payments.start({ ...payment, redirectUrl: returnUrl }, callOptions);
    // Before a ticket is asked for that must not go there.
    checkoutAddress(started.checkoutUrl, { checkoutHosts });
    const { ticket, expiresIn } = await payments.requestTicket(
      { shortId: started.shortId, buyerPhone: buyer },
      callOptions,
    );
    const url = checkoutRedirectUrl(started.checkoutUrl, ticket, { checkoutHosts });
    return { ...started, redirectUrl: new Secret(url, 'redirectUrl'), expiresIn };
  };
  if (!observation) return run;
  return (input, callOptions) => observation.flow('checkout', () => run(input, callOptions));
}
