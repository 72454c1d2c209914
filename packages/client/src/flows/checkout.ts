import { checkoutRedirectUrl, documentOrigins, parseAllowedCheckoutUrl } from '../checkout-url.ts';
import type { Deployment } from '../document/registered.ts';
import { Secret } from '../document/secret.ts';
import { type InputChecking, toJsonCopy, withFindings } from '../input.ts';
import type { CallOptions, ClientSettings } from '../options.ts';
import { type PaymentStart, type Payments, paymentQuery, requireOption, type StartedPayment } from '../resources.ts';
import type { Check } from '../rules.ts';
import { alwaysRequired, anything, object, required, runCheck, text } from '../rules.ts';

/** The buyer to send to the checkout, and the milestone to pay. */
export interface CheckoutToOpen extends Omit<PaymentStart, 'redirectUrl'> {
  /** The buyer's phone, as it was registered. */
  buyer: string;
  /** Where the buyer returns to after the checkout: an http or https URL, sent as `new URL(returnUrl).href` (PAY-1d). */
  returnUrl: string;
}

/** Where to redirect the buyer's browser, now. */
export interface OpenedCheckout extends StartedPayment {
  /**
   * The checkout URL with its ticket. Read it by `reveal()` when you redirect the buyer. It opens the buyer's payment, so it prints as
   * `[redacted]`: do not log or save it.
   */
  redirectUrl: Secret<'redirectUrl'>;
  /** Lifetime of the ticket; its unit is not shown. */
  expiresIn: number;
}

/** Options of both calls, without `token`: the first needs the client admin token, the second needs none. */
type CheckoutOptions = Omit<CallOptions, 'token'>;

/**
 * Starts the payment, then requests the ticket. Call it right before the redirect (TICKET-6). It has no journal and saves nothing: a
 * buyer who returns gets a new ticket. Do not call it for a paid milestone: the service's answer is not shown.
 */
export type CheckoutFlow = (input: CheckoutToOpen, options?: CheckoutOptions) => Promise<OpenedCheckout>;

const checkoutToOpenCheck = (registeredPhone: Check): Check =>
  object({
    closed: true,
    properties: {
      milestoneId: alwaysRequired(text({ pattern: /\S/, remedy: 'Give the ID of the milestone to pay.' })),
      buyer: alwaysRequired(registeredPhone),
      returnUrl: alwaysRequired(text({ remedy: 'Give the absolute URL that the buyer returns to.' })),
      paymentType: anything(),
    },
  });

/** The shop's names of parameters of startPayment. */
const shopFieldNames: Readonly<Record<string, string>> = { redirectUrl: 'returnUrl' };
const toShopPath = (path: string): string => shopFieldNames[path] ?? path;

/** Checks the input before anything is sent. */
function read(given: CheckoutToOpen, deployment: Deployment, checking: InputChecking): CheckoutToOpen {
  const { registeredPhone, operationTable } = deployment;
  const input = toJsonCopy('', given, checking.details) as CheckoutToOpen;
  const { returnUrl: redirectUrl, paymentType } = Object(input) as CheckoutToOpen;
  const { query } = operationTable.startPayment;
  const sent = paymentQuery({ redirectUrl, paymentType }, deployment);
  return withFindings({ ...checking, shopFieldNames }, (findings) => {
    runCheck(required(checkoutToOpenCheck(registeredPhone)), input, '', findings);
    if (query) findings.rename(toShopPath, () => runCheck(query, sent, '', findings));
    return input;
  });
}

/** Creates the flow. */
export function createCheckout(payments: Payments, settings: ClientSettings): CheckoutFlow {
  const { deployment } = settings;
  return async (input, callOptions) => {
    const { buyer, returnUrl, ...payment } = read(input, deployment, {
      checks: callOptions?.checks ?? settings.checks,
      details: { operationId: 'checkout' },
    });
    requireOption(settings, 'clientSecret', 'requestTicket');
    const started = await payments.start({ ...payment, redirectUrl: returnUrl }, callOptions);
    const checkoutHosts = settings.checkoutHosts ?? [...Object.values(settings.hosts), ...documentOrigins];
    // Throws before a ticket is issued that may not go to this address.
    parseAllowedCheckoutUrl(started.checkoutUrl, { checkoutHosts });
    const { ticket, expiresIn } = await payments.requestTicket(
      { shortId: started.shortId, buyerPhone: buyer },
      callOptions,
    );
    const url = checkoutRedirectUrl(started.checkoutUrl, ticket, { checkoutHosts });
    return { ...started, redirectUrl: new Secret(url, 'redirectUrl'), expiresIn };
  };
}
