import type { Storage } from '../storage/storage.ts';

/** An item for sale. The deposit is due before the work, the rest before the delivery; both in halalas. */
export interface Item {
  id: string;
  title: string;
  description: string;
  deposit: number;
  rest: number;
  sellerId: string;
  sellerName: string;
  sellerPhone: string;
}

const select = `select items.*, "firstName" || ' ' || "lastName" as "sellerName", phone as "sellerPhone"
  from items join sellers on sellers.id = "sellerId"`;

export const findItems = (storage: Storage): Promise<Item[]> => storage.query(`${select} order by title`);

export const findItemsOfSeller = (storage: Storage, sellerId: string): Promise<Item[]> =>
  storage.query(`${select} where "sellerId" = $1 order by title`, [sellerId]);

export async function findItem(storage: Storage, id: string): Promise<Item | undefined> {
  const [item] = await storage.query<Item>(`${select} where items.id = $1`, [id]);
  return item;
}
