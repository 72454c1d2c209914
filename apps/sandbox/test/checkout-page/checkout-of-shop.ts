import { type CheckoutWishes, type StartedCheckout, startCheckout } from '../support/checkout-steps.ts';
import { describeIt } from '../support/escrow-steps.ts';
import { startedShop } from '../support/shop.ts';
import { startedService } from '../support/started-sandbox.ts';

export const withoutScript = { javaScriptEnabled: false, viewport: { width: 1100, height: 900 } };

/** A sandbox and a shop for the tests of a file. */
export function checkoutOfShop() {
  const started = startedService('SQLite');
  const shop = startedShop();

  /** A payment whose buyer comes back to a page of the shop that no other test uses. */
  async function start(wishes: CheckoutWishes = {}): Promise<StartedCheckout & { redirectUrl: string }> {
    const redirectUrl = shop().page('<title>Thanks</title><h1>Thanks for your order</h1>');
    return { ...(await startCheckout(started().sandbox, { redirectUrl, ...wishes })), redirectUrl };
  }

  const milestoneOf = ({ milestoneId }: StartedCheckout) => describeIt(started(), milestoneId);
  return { started, shop, start, milestoneOf };
}
