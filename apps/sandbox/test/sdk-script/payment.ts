import type { Sandbox } from '../../src/index.ts';
import { type StartedCheckout, startCheckout } from '../support/checkout-steps.ts';

/** A started payment, and what a shop passes to `PaymentDisplay.show`. */
export interface Payment extends StartedCheckout {
  paymentUrl: string;
  /** The buyer's legacy customer token. */
  userToken: string;
}

/** Starts a payment whose checkout returns to the address, and whose buyer has given consent. */
export async function createPayment(sandbox: Sandbox, redirectUrl: string): Promise<Payment> {
  const checkout = await startCheckout(sandbox, { redirectUrl });
  const { buyerPhone, checkoutUrl } = checkout;
  return { ...checkout, paymentUrl: checkoutUrl, userToken: await sandbox.control.customerToken(buyerPhone) };
}
