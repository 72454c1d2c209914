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

/** Whose browser is to be sent to the checkout, and for which milestone. */
export interface CheckoutToOpen extends PaymentStart {
  /** The buyer's phone, as it was registered. */
  buyerPhone: string;
}

/** Where to redirect the buyer's browser, now. */
export interface OpenCheckout extends StartedPayment {
  /**
   * The checkout URL with its ticket, to be read by `reveal()` where the buyer is redirected to it. It opens the buyer's payment, so
   * it prints as `[redacted]`: do not log or keep it.
   */
  checkoutRedirectUrl: Secret<'checkoutRedirectUrl'>;
  /** Lifetime of the ticket; its unit is not shown. */
  expiresIn: number;
}

/** Options of both calls. Which token they take is fixed: the first takes the client admin's, the second none. */
export type CheckoutOptions = Omit<CallOptions, 'token'>;

/**
 * Starts the payment and asks for the ticket, in that order and right before the redirect (TICKET-6). It has no journal:
 * nothing of it is kept, and a buyer who comes back gets a new ticket.
 */
export type OpenCheckoutFlow = (input: CheckoutToOpen, options?: CheckoutOptions) => Promise<OpenCheckout>;

/** Creates the flow. */
export function createCheckout(
  payments: Payments,
  settings: ClientCredentials & KnownHosts,
  observation: Observation | undefined,
): OpenCheckoutFlow {
  const checkoutHosts = checkoutHostsOf(settings);
  const run: OpenCheckoutFlow = async (input, callOptions) => {
    const { buyerPhone, ...payment } = { ...input };
    if (!isText(buyerPhone))
      fail(
        'configuration',
        'checkout was not sent: buyerPhone is missing. Give the phone that the buyer was registered with.',
      );
    neededOption(settings, 'clientSecret', 'requestTicket');
    const started = await payments.start(payment, callOptions);
    // Before a ticket is asked for that must not go there.
    checkoutAddress(started.checkoutUrl, { checkoutHosts });
    const { ticket, expiresIn } = await payments.requestTicket({ shortId: started.shortId, buyerPhone }, callOptions);
    const redirectUrl = checkoutRedirectUrl(started.checkoutUrl, ticket, { checkoutHosts });
    return { ...started, checkoutRedirectUrl: new Secret(redirectUrl, 'checkoutRedirectUrl'), expiresIn };
  };
  if (!observation) return run;
  return (input, callOptions) => observation.flow('checkout', () => run(input, callOptions));
}
