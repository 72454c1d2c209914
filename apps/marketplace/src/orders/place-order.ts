import { commissionOf } from '../money.ts';
import type { Item } from '../sellers/item.ts';
import { inWords, type Shop } from '../shop.ts';
import { ConflictError } from '../storage/storage.ts';
import { openOrder, orderKey } from './open-order.ts';
import { insertOrder } from './order.ts';

/** What a buyer fills in, and who they are. */
export interface OrderForm {
  /** Made with the form, so that a form that is sent twice is one order. */
  orderId: string;
  buyerId: string;
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
export async function placeOrder(shop: Shop, item: Item, form: OrderForm): Promise<void> {
  const { escrow, storage, log, now } = shop;
  const { orderId, buyerId, phone, firstName, lastName } = form;
  await escrow.customers.register({ phoneNumber: phone, firstName, lastName });
  const order = {
    id: orderId,
    itemId: item.id,
    buyerId,
    buyerPhone: phone,
    buyerName: `${firstName} ${lastName}`,
    amounts: item,
    commissions: { deposit: commissionOf(item.deposit), rest: commissionOf(item.rest) },
    deadLine: new Date(now().getTime() + daysToDeliver * dayInMs).toISOString(),
    placedAt: now().toISOString(),
  };
  await insertOrder(storage, order).catch(unlessPlaced);
  await openOrder(shop, orderId).catch((error: unknown) => log(`${orderKey(orderId)}: ${inWords(error)}`));
}

function unlessPlaced(error: unknown): void {
  if (!(error instanceof ConflictError)) throw error;
}
