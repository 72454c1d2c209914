import type { Statement, Storage } from '../storage/storage.ts';
import type { OrderState, PaymentState } from './order-states.ts';

export const parts = ['deposit', 'rest'] as const;

/** Each order is paid in two parts, and each is a milestone of its contract. */
export type Part = (typeof parts)[number];

export const partNames: Record<Part, string> = { deposit: 'Deposit', rest: 'Rest' };

export const isPart = (value: string): value is Part => (parts as readonly string[]).includes(value);

export interface Payment {
  part: Part;
  /** What the buyer pays, in halalas. */
  amount: number;
  /** What of it the shop keeps, in halalas; the seller gets the rest. */
  commission: number;
  state: PaymentState;
  /** Undefined until the contract is open. */
  milestoneId: string | null;
  /** The transaction, by the webhook that told of the payment. */
  referenceId: string | null;
  /** When the buyer was last sent to the checkout. */
  checkoutOpenedAt: string | null;
}

/** What of a payment is the seller's, in halalas. */
export const sellerShare = ({ amount, commission }: Payment): number => amount - commission;

export interface Order {
  id: string;
  itemId: string;
  title: string;
  description: string;
  sellerId: string;
  sellerPhone: string;
  buyerId: string;
  buyerPhone: string;
  buyerName: string;
  state: OrderState;
  /** One more with each change: who changes an order names the revision that they read. */
  revision: number;
  contractId: string | null;
  /** Kept with the order: a flow that is run again needs the same input. */
  deadLine: string;
  payments: Record<Part, Payment>;
}

type OrderRow = Omit<Order, 'payments'>;

const orderColumns = `orders.id, orders.state, revision, contract_id as "contractId", dead_line as "deadLine",
  item_id as "itemId", title, description, seller_id as "sellerId", sellers.phone as "sellerPhone",
  buyer_id as "buyerId", buyer_phone as "buyerPhone", buyer_name as "buyerName"`;
const orderTables = 'orders join items on items.id = item_id join sellers on sellers.id = seller_id';
const paymentColumns = `part, amount, commission, state, milestone_id as "milestoneId", reference_id as "referenceId",
  checkout_opened_at as "checkoutOpenedAt"`;

export const findOrder = async (storage: Storage, id: string): Promise<Order | undefined> =>
  (await findOrders(storage, 'orders.id = $1', id))[0];

export const findOrderOfMilestone = async (storage: Storage, milestoneId: string): Promise<Order | undefined> =>
  (await findOrders(storage, 'orders.id = (select order_id from payments where milestone_id = $1)', milestoneId))[0];

export const findOrdersOfSeller = (storage: Storage, sellerId: string): Promise<Order[]> =>
  findOrders(storage, 'seller_id = $1', sellerId);

export const findOrdersOfBuyer = (storage: Storage, buyerId: string): Promise<Order[]> =>
  findOrders(storage, 'buyer_id = $1', buyerId);

export const findOrdersInState = (storage: Storage, state: OrderState): Promise<Order[]> =>
  findOrders(storage, 'orders.state = $1', state);

async function findOrders(storage: Storage, condition: string, value: string): Promise<Order[]> {
  const rows = await storage.query<OrderRow>(
    `select ${orderColumns} from ${orderTables} where ${condition} order by placed_at desc`,
    [value],
  );
  return Promise.all(rows.map(async (row) => ({ ...row, payments: await findPayments(storage, row.id) })));
}

async function findPayments(storage: Storage, orderId: string): Promise<Record<Part, Payment>> {
  const rows = await storage.query<Payment>(`select ${paymentColumns} from payments where order_id = $1`, [orderId]);
  const [deposit, rest] = parts.map((part) => rows.find((row) => row.part === part));
  if (!deposit || !rest) throw new Error(`Order ${orderId} lacks a payment.`);
  return { deposit, rest };
}

/** What a buyer orders. */
export interface NewOrder {
  id: string;
  itemId: string;
  buyerId: string;
  buyerPhone: string;
  buyerName: string;
  /** In halalas. */
  amounts: Record<Part, number>;
  commissions: Record<Part, number>;
  deadLine: string;
  placedAt: string;
}

/**
 * Writes an order that is PLACED.
 * @throws ConflictError where an order has this id already.
 */
export async function insertOrder(storage: Storage, order: NewOrder): Promise<void> {
  const { id, itemId, buyerId, buyerPhone, buyerName, amounts, commissions, deadLine, placedAt } = order;
  await storage.write([
    {
      sql: `insert into orders (id, item_id, buyer_id, buyer_phone, buyer_name, state, revision, dead_line, placed_at)
        values ($1, $2, $3, $4, $5, 'PLACED', 1, $6, $7) on conflict (id) do nothing`,
      values: [id, itemId, buyerId, buyerPhone, buyerName, deadLine, placedAt],
    },
    ...parts.map((part) => ({
      sql: "insert into payments (order_id, part, amount, commission, state) values ($1, $2, $3, $4, 'WAITING')",
      values: [id, part, amounts[part], commissions[part]],
    })),
  ]);
}

/** Changes an order to what it is now, if nobody changed it since it was read. */
export function updateOrder(order: Order): Statement[] {
  const { id, state, revision, contractId, payments } = order;
  return [
    {
      sql: 'update orders set state = $2, contract_id = $3, revision = revision + 1 where id = $1 and revision = $4',
      values: [id, state, contractId, revision],
    },
    ...Object.values(payments).map(({ part, state, milestoneId, referenceId }) => ({
      sql: 'update payments set state = $3, milestone_id = $4, reference_id = $5 where order_id = $1 and part = $2',
      values: [id, part, state, milestoneId, referenceId],
    })),
  ];
}

/** Notes that the buyer goes to the checkout: from now on an event is expected. */
export const openedCheckout = (orderId: string, part: Part, at: string): Statement => ({
  sql: 'update payments set checkout_opened_at = $3 where order_id = $1 and part = $2',
  values: [orderId, part, at],
});
