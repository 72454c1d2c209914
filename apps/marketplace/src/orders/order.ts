import { insert, type Statement, type Storage } from '../storage/storage.ts';
import type { OrderState, PaymentState } from './order-states.ts';

export const parts = ['deposit', 'rest'] as const;

/** One of the two payments of an order; each is a milestone of its contract. */
export type Part = (typeof parts)[number];

export const partNames: Record<Part, string> = { deposit: 'Deposit', rest: 'Rest' };

export const isPart = (value: string): value is Part => (parts as readonly string[]).includes(value);

export interface Payment {
  part: Part;
  /** What the buyer pays, in halalas. */
  amount: number;
  /** The part of it that the shop keeps, in halalas; the seller gets the rest. */
  commission: number;
  state: PaymentState;
  /** Null until the contract is open. */
  milestoneId: string | null;
  /** The transaction, from the webhook of the payment. */
  referenceId: string | null;
  /** When the buyer was last sent to the checkout. */
  checkoutOpenedAt: string | null;
}

/** The seller's share of a payment, in halalas. */
export const sellerShare = ({ amount, commission }: Payment): number => amount - commission;

interface OrderRow {
  id: string;
  state: OrderState;
  /** Increases with each change; an update names the revision that it read. */
  revision: number;
  contractId: string | null;
  title: string;
  description: string;
  sellerId: string;
  sellerPhone: string;
  buyerId: string;
  buyerPhone: string;
  buyerName: string;
  /** Stored because a flow that runs again needs the same input. */
  deadLine: string;
  placedAt: string;
}

export interface Order extends OrderRow {
  payments: Record<Part, Payment>;
}

/** Finds the orders with a value in a column, the newest first. */
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

/** Updates an order if nobody changed it since it was read. */
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

/** Records that the buyer goes to the checkout: from now on an event is expected. */
export const openedCheckout = (orderId: string, part: Part, at: string): Statement => ({
  sql: 'update payments set "checkoutOpenedAt" = $3 where "orderId" = $1 and part = $2',
  values: [orderId, part, at],
});
