import {
  checkoutAddress,
  checkoutHostsOf,
  checkoutRedirectUrl,
  type KnownHosts,
} from '../checkout/checkout-redirect.ts';
import { Secret } from '../document/secret.ts';
import { registeredPhone } from '../generated/checks.ts';
import { operationTable } from '../generated/operations.ts';
import { checkInput, type InputChecking } from '../input/check-request.ts';
import type { Observation } from '../observation/observation.ts';
import {
  type ClientCredentials,
  neededOption,
  type PaymentStart,
  type Payments,
  purchase,
  type StartedPayment,
} from '../resources/payments.ts';
import { needed, object, optional } from '../rules/containers.ts';
import { anything, text } from '../rules/values.ts';
import type { Checks } from '../rules/violation.ts';
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

const checkoutToOpenCheck = object({
  closed: true,
  properties: {
    milestoneId: needed(text({ pattern: /\S/, remedy: 'Give the id of the milestone to pay.' })),
    buyer: needed(registeredPhone),
    returnUrl: needed(text({ remedy: 'Give the absolute URL that the buyer returns to.' })),
    paymentType: optional(anything()),
  },
});

/** The shop's name of what startPayment takes. */
const names: Readonly<Record<string, string>> = { redirectUrl: 'returnUrl' };
const fieldOf = (path: string): string => names[path] ?? path;

/** Reads the input before anything is sent. */
function read(given: CheckoutToOpen, checking: InputChecking): CheckoutToOpen {
  const input = checkInput<CheckoutToOpen>(checkoutToOpenCheck, given, checking);
  const { returnUrl: redirectUrl, paymentType = purchase } = input;
  const { query } = operationTable.startPayment;
  if (query) checkInput(query.check, { redirectUrl, paymentType }, { ...checking, fieldOf, names });
  return input;
}

/** Creates the flow. */
export function createCheckout(
  payments: Payments,
  settings: ClientCredentials & KnownHosts & { checks: Checks },
  observation: Observation | undefined,
): CheckoutFlow {
  const checkoutHosts = checkoutHostsOf(settings);
  const run: CheckoutFlow = async (input, callOptions) => {
    const { buyer, returnUrl, ...payment } = read(input, {
      checks: callOptions?.checks ?? settings.checks,
      details: { operationId: 'checkout' },
    });
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
