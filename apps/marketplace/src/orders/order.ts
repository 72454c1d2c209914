import { insert, type Statement, type Storage } from '../storage/storage.ts';
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
  /** Null until the contract is open. */
  milestoneId: string | null;
  /** The transaction, by the webhook that told of the payment. */
  referenceId: string | null;
  /** When the buyer was last sent to the checkout. */
  checkoutOpenedAt: string | null;
}

/** What of a payment is the seller's, in halalas. */
export const sellerShare = ({ amount, commission }: Payment): number => amount - commission;

interface OrderRow {
  id: string;
  state: OrderState;
  /** One more with each change: who changes an order names the revision that they read. */
  revision: number;
  contractId: string | null;
  title: string;
  description: string;
  sellerId: string;
  sellerPhone: string;
  buyerId: string;
  buyerPhone: string;
  buyerName: string;
  /** Kept with the order: a flow that is run again needs the same input. */
  deadLine: string;
  placedAt: string;
}

export interface Order extends OrderRow {
  payments: Record<Part, Payment>;
}

/** The orders that have a value in a column, the newest first. */
export async function findOrders(
  storage: Storage,
  column: 'id' | 'state' | 'sellerId' | 'buyerId',
  value: string,
): Promise<Order[]> {
  const rows = await storage.query<OrderRow>(`select * from orders where "${column}" = $1 order by "placedAt" desc`, [
    value,
  ]);
  return Promise.all(rows.map(async (row) => ({ ...row, payments: await findPayments(storage, row.id) })));
}

async function findPayments(storage: Storage, orderId: string): Promise<Record<Part, Payment>> {
  const rows = await storage.query<Payment>('select * from payments where "orderId" = $1', [orderId]);
  const [deposit, rest] = parts.map((part) => rows.find((row) => row.part === part));
  if (!deposit || !rest) throw new Error(`Order ${orderId} lacks a payment.`);
  return { deposit, rest };
}

export async function findOrder(storage: Storage, id: string): Promise<Order | undefined> {
  const [order] = await findOrders(storage, 'id', id);
  return order;
}

export async function findOrderOfMilestone(storage: Storage, milestoneId: string): Promise<Order | undefined> {
  const sql = 'select "orderId" from payments where "milestoneId" = $1';
  const [payment] = await storage.query<{ orderId: string }>(sql, [milestoneId]);
  return payment && findOrder(storage, payment.orderId);
}

export function insertOrder({ payments, ...row }: Order): Statement[] {
  const paymentRows = Object.values(payments).map((payment) => ({ orderId: row.id, ...payment }));
  return [insert('orders', row), ...paymentRows.map((payment) => insert('payments', payment))];
}

/** Changes an order to what it is now, if nobody changed it since it was read. */
export function updateOrder({ id, state, revision, contractId, payments }: Order): Statement[] {
  return [
    {
      sql: 'update orders set state = $2, "contractId" = $3, revision = revision + 1 where id = $1 and revision = $4',
      values: [id, state, contractId, revision],
    },
    ...Object.values(payments).map(({ part, state, milestoneId, referenceId }) => ({
      sql: 'update payments set state = $3, "milestoneId" = $4, "referenceId" = $5 where "orderId" = $1 and part = $2',
      values: [id, part, state, milestoneId, referenceId],
    })),
  ];
}

/** Notes that the buyer goes to the checkout: from now on an event is expected. */
export const openedCheckout = (orderId: string, part: Part, at: string): Statement => ({
  sql: 'update payments set "checkoutOpenedAt" = $3 where "orderId" = $1 and part = $2',
  values: [orderId, part, at],
});
