import { commissionOf } from '../money.ts';
import type { Item } from '../sellers/item.ts';
import { inWords, type Shop } from '../shop.ts';
import { openOrder } from './open-order.ts';
import { insertOrder } from './order.ts';

/** Who buys, and what they fill in. */
export interface Buyer {
  id: string;
  phone: string;
  firstName: string;
  lastName: string;
}

const daysToDeliver = 30;
const dayInMs = 24 * 60 * 60 * 1000;

/**
 * Registers the buyer, which may be repeated, writes the order, and opens its contract. Where that fails the order stays PLACED:
 * nothing is lost, and `openOrder` goes on.
 * @throws EscrowError where the buyer cannot be registered; nothing is ordered then.
 */
export async function placeOrder(shop: Shop, item: Item, buyer: Buyer): Promise<string> {
  const { escrow, storage, log, now } = shop;
  const { id: buyerId, phone, firstName, lastName } = buyer;
  await escrow.customers.register({ phoneNumber: phone, firstName, lastName });
  const orderId = await insertOrder(storage, {
    itemId: item.id,
    buyerId,
    buyerPhone: phone,
    buyerName: `${firstName} ${lastName}`,
    amounts: item,
    commissions: { deposit: commissionOf(item.deposit), rest: commissionOf(item.rest) },
    deadLine: new Date(now().getTime() + daysToDeliver * dayInMs).toISOString(),
    placedAt: now().toISOString(),
  });
  await openOrder(shop, orderId).catch((error: unknown) => log(`order ${orderId}: ${inWords(error)}`));
  return orderId;
}
