import type { Sandbox } from '../../src/index.ts';
import { type CheckoutWishes, type StartedCheckout, startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import { createPageClient, type PageAnswer, type PageClient } from '../support/page-client.ts';
import { startedShop } from '../support/shop.ts';
import { startedService } from '../support/started-sandbox.ts';

/** A checkout that its buyer has opened with a ticket. */
export interface OpenedCheckout {
  checkout: StartedCheckout;
  client: PageClient;
  /** The first page. */
  page: PageAnswer;
}

/** Starts a payment and opens its checkout in a new browser. */
export async function openCheckout(sandbox: Sandbox, wishes: CheckoutWishes = {}): Promise<OpenedCheckout> {
  const checkout = await startCheckout(sandbox, wishes);
  const client = createPageClient(sandbox);
  return { checkout, client, page: await client.open(await ticketUrl(sandbox, checkout)) };
}

/** What the buyer sends to pay by card. */
export const card = { step: 'pay', method: 'CREDIT_CARD', outcome: 'succeeds' };

/** What the buyer sends to pay by bank transfer. */
export const transfer = { step: 'pay', method: 'MANUAL_BANK_TRANSFER' };

export const withoutScript = { javaScriptEnabled: false, viewport: { width: 1100, height: 900 } };

/** A sandbox and a shop for the tests of a file. */
export function checkoutOfShop() {
  const started = startedService();
  const shop = startedShop();

  /** A payment whose buyer comes back to a page of the shop that no other test uses. */
  async function start(wishes: CheckoutWishes = {}): Promise<StartedCheckout & { redirectUrl: string }> {
    const redirectUrl = shop().page('<title>Thanks</title><h1>Thanks for your order</h1>');
    return { ...(await startCheckout(started().sandbox, { redirectUrl, ...wishes })), redirectUrl };
  }

  const milestoneOf = ({ milestoneId }: StartedCheckout) => started().sandbox.control.milestone(milestoneId);
  return { started, shop, start, milestoneOf };
}
