import { randomUUID } from 'node:crypto';
import type { Storage } from '../storage/storage.ts';

/** What is sold, for a deposit before the work and a rest before the delivery, both in halalas. */
export interface Item {
  id: string;
  sellerId: string;
  sellerName: string;
  title: string;
  description: string;
  deposit: number;
  rest: number;
}

const select = `select items.id, seller_id as "sellerId", first_name || ' ' || last_name as "sellerName", title, description,
  deposit, rest from items join sellers on sellers.id = seller_id`;

export const findItems = (storage: Storage): Promise<Item[]> => storage.query<Item>(`${select} order by title`);

export const findItemsOfSeller = (storage: Storage, sellerId: string): Promise<Item[]> =>
  storage.query<Item>(`${select} where seller_id = $1 order by title`, [sellerId]);

export async function findItem(storage: Storage, id: string): Promise<Item | undefined> {
  const [item] = await storage.query<Item>(`${select} where items.id = $1`, [id]);
  return item;
}

export async function insertItem(storage: Storage, item: Omit<Item, 'id' | 'sellerName'>): Promise<string> {
  const id = randomUUID();
  const { sellerId, title, description, deposit, rest } = item;
  const sql = 'insert into items (id, seller_id, title, description, deposit, rest) values ($1, $2, $3, $4, $5, $6)';
  await storage.write([{ sql, values: [id, sellerId, title, description, deposit, rest] }]);
  return id;
}
