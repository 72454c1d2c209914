import { DatabaseSync } from 'node:sqlite';
import type { EventHandlers } from '@escrow-kit/webhooks';
import type { SqliteTransaction } from '@escrow-kit/webhooks/sqlite';

/** A buyer's order. */
export interface Order {
  id: string;
  /** The buyer's phone number. */
  buyer: string;
  item: string;
  price: number;
  payBy: string;
  deadline: string;
}

/** Opens the tables of the orders, in the same file as journal and inbox. */
export function openOrders(path: string) {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec(`
    create table if not exists orders (id text primary key, buyer text, item text, price real, payBy text, deadline text);
    create table if not exists paid (milestoneId text primary key);
  `);
  return {
    /** Stores an order, once: a second one with its id changes nothing. */
    insert({ id, buyer, item, price, payBy, deadline }: Order): void {
      const insert = database.prepare('insert into orders values (?, ?, ?, ?, ?, ?) on conflict do nothing');
      insert.run(id, buyer, item, price, payBy, deadline);
    },
    find(id: string): Order | undefined {
      const row = database.prepare('select * from orders where id = ?').get(id);
      if (!row) return undefined;
      return {
        id,
        buyer: String(row['buyer']),
        item: String(row['item']),
        price: Number(row['price']),
        payBy: String(row['payBy']),
        deadline: String(row['deadline']),
      };
    },
    ids: (): string[] =>
      database
        .prepare('select id from orders')
        .all()
        .map(({ id }) => String(id)),
    isPaid: (milestoneId: string): boolean =>
      database.prepare('select 1 from paid where milestoneId = ?').get(milestoneId) !== undefined,
  };
}

/** PAID marks its milestone as paid, in the transaction that marks the event done. */
export const handlers: EventHandlers<SqliteTransaction> = {
  PAID: ({ milestoneId }, { transaction }) =>
    transaction((database) => database.prepare('insert into paid values (?) on conflict do nothing').run(milestoneId)),
};
