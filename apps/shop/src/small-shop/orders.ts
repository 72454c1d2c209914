import { DatabaseSync } from 'node:sqlite';
import type { EventHandlers } from '@escrow-kit/webhooks';
import type { SqliteTransaction } from '@escrow-kit/webhooks/sqlite';

/** A buyer's order. */
export interface Order {
  id: string;
  /** The buyer's phone number. */
  buyer: string;
  price: number;
  deadline: string;
}

/** Opens the tables of the orders, in the same file as journal and inbox. */
export function openOrders(path: string) {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec(`
    create table if not exists orders (id text primary key, buyer text, price real, deadline text);
    create table if not exists paid (milestoneId text primary key);
  `);
  return {
    insert({ id, buyer, price, deadline }: Order): void {
      database.prepare('insert into orders values (?, ?, ?, ?)').run(id, buyer, price, deadline);
    },
    find(id: string): Order | undefined {
      const row = database.prepare('select * from orders where id = ?').get(id);
      return row && { id, buyer: String(row['buyer']), price: Number(row['price']), deadline: String(row['deadline']) };
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
