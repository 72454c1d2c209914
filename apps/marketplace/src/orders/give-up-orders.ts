import { inWords, type Shop } from '../shop/shop.ts';
import { ignoreConflict } from '../storage/storage.ts';
import { findOrders, type Order, parts, updateOrder } from './order.ts';
import { moveOrder } from './order-states.ts';

/** How long an order waits for its buyer. A bank transfer takes some days. */
const waitInMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Gives up orders that are unpaid a week after the buyer last went to the checkout. The service shows no call that withdraws
 * their contracts, so a payment may still come: its event opens the order again. It never rejects.
 */
export async function giveUpOrders({ storage, now, log }: Shop): Promise<void> {
  const before = new Date(now().getTime() - waitInMs).toISOString();
  try {
    for (const order of await findOrders(storage, 'state', 'OPEN')) {
      if (!isUnpaid(order) || lastTried(order) >= before) continue;
      await storage.write(updateOrder({ ...order, state: moveOrder(order.state, 'GIVEN_UP') })).catch(ignoreConflict);
    }
  } catch (error) {
    log(`give up: ${inWords(error)}`);
  }
}

const isUnpaid = ({ payments }: Order): boolean => parts.every((part) => payments[part].state === 'WAITING');

const lastTried = ({ placedAt, payments }: Order): string => payments.deposit.checkoutOpenedAt ?? placedAt;
