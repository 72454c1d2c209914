import type { Milestone, MilestoneState } from './milestones.ts';
import type { ConsentStatus } from './people.ts';
import type { Integer, Timestamp } from './shared.ts';

/** The checkout, as the buyer's browser uses it. */
export interface CheckoutCalls {
  /**
   * Opens the checkout as the buyer's browser does.
   *
   * Uses up the ticket. Without a ticket, `buyerPhone` names the buyer who signs in.
   */
  openCheckout: { route: 'POST /_sandbox/tenants/{tenant}/checkout/sessions'; body: CheckoutAddress; answer: Checkout };
  /** Pays in a session. */
  payCheckout: { route: 'POST /_sandbox/tenants/{tenant}/checkout/sessions/pay'; body: Session; answer: Milestone };
  /** Grants or declines consent in a session. */
  giveCheckoutConsent: {
    route: 'POST /_sandbox/tenants/{tenant}/checkout/sessions/consent';
    body: SessionConsent;
    answer: CheckoutConsent;
  };
}

/** @additionalProperties false */
export interface CheckoutAddress {
  /**
   * The checkout URL with `&ticket=` (CHECKOUT-1) or `&userTokenUrl=` (CHECKOUT-3) appended.
   * @minLength 1
   * @maxLength 8192
   */
  checkoutUrl: string;
  /**
   * The CUSTOMER who signs in if the checkout URL has no ticket. Signing in grants the consent, even after it was declined (USER-3,
   * USER-4).
   * @maxLength 64
   */
  buyerPhone?: string;
}

export interface Checkout {
  /** A secret: whoever has it can pay. */
  session: string;
  expiresAt: Timestamp;
  milestoneId: string;
  shortId: string;
  userId: Integer;
  /** What the buyer pays (MILESTONE-4). */
  amount: number;
  state: MilestoneState;
  consent: ConsentStatus;
}

/** @additionalProperties false */
export interface Session {
  /**
   * @minLength 1
   * @maxLength 256
   */
  session: string;
}

/** @additionalProperties false */
export interface SessionConsent extends Session {
  granted: boolean;
}

export interface CheckoutConsent {
  userId: Integer;
  consent: ConsentStatus;
}
