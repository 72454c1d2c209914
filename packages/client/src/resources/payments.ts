import type { CheckoutUrlParts, ShortId } from '../checkout-url.ts';
import type { operations } from '../generated/schema.ts';
import type { SuccessBody } from '../operation-types.ts';
import type { CallOptions } from '../options.ts';

type PaymentType = operations['startPayment']['parameters']['query']['paymentType'];

/** A payment to start. */
export interface PaymentStart {
  milestoneId: string;
  /** Where the buyer returns to after the checkout. */
  redirectUrl: string;
  /** Default `PURCHASE`, the only value that is shown (CONTRACT-3). */
  paymentType?: PaymentType;
}

/** A started payment: where the buyer pays, and what the checkout URL says. */
export interface StartedPayment extends CheckoutUrlParts {
  checkoutUrl: string;
}

/** The buyer and the payment that a ticket is for. */
export interface TicketFor {
  /** Of the checkout URL, never an id of another kind (TICKET-2). */
  shortId: ShortId;
  /** The buyer's phone, as it was registered. */
  buyerPhone: string;
}

/** The hosted checkout. */
export interface Payments {
  /** Starts the payment of a milestone, for the client of the options (PAY-1, AUTH-5). Takes the client admin token. */
  start(payment: PaymentStart, options?: CallOptions): Promise<StartedPayment>;
  /**
   * Asks for a ticket. Do so right before the redirect: a ticket is for one buyer and one payment, and is not stored or
   * used again (TICKET-1, TICKET-6). Authenticates by client id and secret (AUTH-6). The unit of `expiresIn` is not shown.
   */
  requestTicket(ticketFor: TicketFor, options?: CallOptions): Promise<SuccessBody<'requestTicket'>>;
}
