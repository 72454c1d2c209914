import { toRiyals } from '../shop/money.ts';
import { inWords, type Shop, shareRun } from '../shop/shop.ts';
import { ignoreConflict } from '../storage/storage.ts';
import { findOrder, findOrders, type Order, type Part, partNames, updateOrder } from './order.ts';
import { moveOrder } from './order-states.ts';

/**
 * Opens the contract of a PLACED order and makes it OPEN. After a crash, a refusal or a resolved pending step, it resumes
 * where the earlier run stopped and repeats nothing.
 * @throws EscrowError
 */
export const openOrder = (shop: Shop, orderId: string): Promise<void> =>
  shareRun(shop, `order-${orderId}`, () => openContract(shop, orderId));

async function openContract({ escrow, storage }: Shop, orderId: string): Promise<void> {
  const order = await findOrder(storage, orderId);
  if (order?.state !== 'PLACED') return;
  const { contractId, milestones } = await escrow.flows.openContract(contractOf(order), { key: `order-${orderId}` });
  const [deposit, rest] = milestones;
  const payments = {
    deposit: { ...order.payments.deposit, milestoneId: deposit.id },
    rest: { ...order.payments.rest, milestoneId: rest.id },
  };
  const opened = { ...order, state: moveOrder(order.state, 'OPEN'), contractId, payments };
  // Only another run of this function changes a PLACED order, and it writes the same contract.
  await storage.write(updateOrder(opened)).catch(ignoreConflict);
}

/**
 * Resumes the orders that an earlier process left PLACED. It sends neither pending steps again, which are the operator's, nor
 * steps that another process is running. It never rejects.
 */
export async function resumeOrders(shop: Shop): Promise<void> {
  try {
    for (const { id } of await findOrders(shop.storage, 'state', 'PLACED')) await tryToOpen(shop, id);
  } catch (error) {
    shop.log(`resume: ${inWords(error)}`);
  }
}

/** Opens an order, or logs why it stays PLACED. */
export const tryToOpen = (shop: Shop, id: string): Promise<void> =>
  openOrder(shop, id).catch((error: unknown) => shop.log(`order ${id}: ${inWords(error)}`));

function contractOf({ title, description, deadLine, buyerPhone, sellerPhone, payments }: Order) {
  const milestoneOf = (part: Part) => ({
    title: partNames[part],
    description,
    price: toRiyals(payments[part].amount),
    commission: toRiyals(payments[part].commission),
    deadline: deadLine,
    buyer: buyerPhone,
    seller: sellerPhone,
  });
  return { title, description, milestones: [milestoneOf('deposit'), milestoneOf('rest')] as const };
}
