import type { Item } from '../sellers/item.ts';
import { commissionOf } from '../shop/money.ts';
import type { Shop } from '../shop/shop.ts';
import { ignoreConflict } from '../storage/storage.ts';
import { tryToOpen } from './open-order.ts';
import { insertOrder, type Part, type Payment } from './order.ts';

/** The buyer's input, with the ids of the buyer and the order. */
export interface OrderForm {
  /** The same for each submission of a form, so that submitting it twice makes one order. */
  orderId: string;
  buyerId: string;
  phone: string;
  firstName: string;
  lastName: string;
}

const daysToDeliver = 30;
const dayInMs = 24 * 60 * 60 * 1000;

/**
 * Registers the buyer, which may be repeated, stores the order, and opens its contract. If opening fails, the order stays PLACED
 * and `openOrder` resumes it.
 * @throws EscrowError if the buyer cannot be registered; no order is stored then.
 */
export async function placeOrder(shop: Shop, item: Item, form: OrderForm): Promise<void> {
  const { escrow, storage, now } = shop;
  const { orderId, buyerId, phone, firstName, lastName } = form;
  const { title, description, sellerId, sellerPhone } = item;
  await escrow.customers.register({ phoneNumber: phone, firstName, lastName });
  const order = insertOrder({
    id: orderId,
    state: 'PLACED',
    revision: 1,
    contractId: null,
    title,
    description,
    sellerId,
    sellerPhone,
    buyerId,
    buyerPhone: phone,
    buyerName: `${firstName} ${lastName}`,
    deadLine: new Date(now().getTime() + daysToDeliver * dayInMs).toISOString(),
    placedAt: now().toISOString(),
    payments: { deposit: paymentOf('deposit', item.deposit), rest: paymentOf('rest', item.rest) },
  });
  await storage.write(order).catch(ignoreConflict);
  await tryToOpen(shop, orderId);
}

const paymentOf = (part: Part, amount: number): Payment => ({
  part,
  amount,
  commission: commissionOf(amount),
  state: 'WAITING',
  milestoneId: null,
  referenceId: null,
  checkoutOpenedAt: null,
});
