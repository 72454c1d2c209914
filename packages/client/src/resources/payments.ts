import type { Call } from '../calls/call.ts';
import { type CheckoutUrlParts, parseCheckoutUrl } from '../checkout/checkout-url.ts';
import { readTicketFor, type TicketFor } from '../checkout/ticket-for.ts';
import type { OperationId } from '../document/operation-types.ts';
import type { Deployment, FieldOf, operations } from '../document/registered.ts';
import type { Secret } from '../document/secret.ts';
import { fail } from '../errors/escrow-error.ts';
import { bodyCheckOf } from '../rules/deployment.ts';
import { fieldsOf, requiresField } from '../rules/fields.ts';
import type { CallOptions } from '../transport/call-options.ts';

type PaymentType = FieldOf<NonNullable<operations['startPayment']['parameters']['query']>, 'paymentType'>;

/** The query that starts a payment, as far as the document has its fields. Our choice of a payment type is sent only if one is required. */
export function paymentQuery(
  { redirectUrl, paymentType }: Omit<PaymentStart, 'milestoneId'>,
  { operationTable: { startPayment } }: Deployment,
): { redirectUrl: string; paymentType: PaymentType } {
  const check = startPayment.query?.check;
  const fallback = requiresField(check, 'paymentType') ? 'PURCHASE' : undefined;
  return fieldsOf(check, { redirectUrl, paymentType: (paymentType ?? fallback) as PaymentType });
}

/** A payment to start. */
export interface PaymentStart {
  /** The id of the milestone to pay, not of the parent. */
  milestoneId: string;
  /** Where the buyer returns to after the checkout. */
  redirectUrl: string;
  /** Default `PURCHASE`, the only value that is shown (CONTRACT-3). */
  paymentType?: PaymentType | undefined;
}

/** A started payment: the checkout URL and the information in it. */
export interface StartedPayment extends CheckoutUrlParts {
  /** The hosted checkout. Its host differs by environment (PAY-2). */
  checkoutUrl: string;
}

/** A ticket, which opens the checkout for one buyer and one payment. */
interface PaymentTicket {
  /** Opens the buyer's payment. Use it only for the redirect: do not log or save it. */
  ticket: Secret<'ticket'>;
  /** Lifetime of the ticket; its unit is not shown (TICKET-1). */
  expiresIn: number;
}

/** The hosted checkout. */
export interface Payments {
  /** Starts the payment of a milestone, for the `clientId` of the options (PAY-1, AUTH-5). Takes the client admin token. */
  start(payment: PaymentStart, options?: CallOptions): Promise<StartedPayment>;
  /**
   * Requests a ticket. Do so right before the redirect: a ticket is for one buyer and one payment; do not store or reuse it
   * (TICKET-1, TICKET-6). Authenticates by client id and secret (AUTH-6).
   */
  requestTicket(ticketFor: TicketFor, options?: CallOptions): Promise<PaymentTicket>;
}

/** The client and its secret, as options of the client. */
export interface ClientCredentials {
  /** The client that starts payments and asks for tickets. */
  clientId: string | undefined;
  /** Its secret, for ticket requests. */
  clientSecret: string | undefined;
}

/** Returns an option that only some calls need. Throws if it is not set. */
export function requireOption(
  client: ClientCredentials,
  name: keyof ClientCredentials,
  operationId: OperationId,
): string {
  const value = client[name];
  if (value !== undefined) return value;
  fail('configuration', `was not sent: ${name} is not set. Give it to createEscrowClient.`, { operationId });
}

/** Creates the calls. */
export const createPayments = (call: Call, client: ClientCredentials & { deployment: Deployment }): Payments => ({
  async start(payment, options) {
    const { milestoneId, ...query } = { ...payment };
    const path = { milestoneId, clientId: requireOption(client, 'clientId', 'startPayment') };
    const { data } = await call(
      'startPayment',
      { path, query: paymentQuery(query, client.deployment) },
      options,
      'data',
    );
    return { checkoutUrl: data, ...parseCheckoutUrl(data) };
  },
  async requestTicket(ticketFor, options) {
    const { shortId, buyerPhone } = readTicketFor(ticketFor);
    const body = {
      client_id: requireOption(client, 'clientId', 'requestTicket'),
      client_secret: requireOption(client, 'clientSecret', 'requestTicket'),
      login_hint: buyerPhone,
      scope: `payment:${shortId}`,
    };
    const check = bodyCheckOf(client.deployment.operationTable.requestTicket);
    return call('requestTicket', { body: fieldsOf(check, body) }, options, 'ticket');
  },
});
