import type { Storage, Value } from '../storage/storage.ts';

/** SIGNED_UP: the service does not know all of them yet. READY: they may sell. */
export type SellerState = 'SIGNED_UP' | 'READY';

/** What a seller fills in. The service checks it; the shop adds no rule of its own. */
export interface SellerDetails {
  phone: string;
  firstName: string;
  lastName: string;
  iban: string;
  nationalId: string;
  city: string;
  street: string;
}

/** The details are kept, because a flow that is run again needs the same input. */
export interface Seller extends SellerDetails {
  id: string;
  state: SellerState;
}

const columns = `id, state, phone, first_name as "firstName", last_name as "lastName", iban, national_id as "nationalId",
  city, street`;

export async function findSeller(storage: Storage, id: string): Promise<Seller | undefined> {
  const [seller] = await storage.query<Seller>(`select ${columns} from sellers where id = $1`, [id]);
  return seller;
}

export const findSellersInState = (storage: Storage, state: SellerState): Promise<Seller[]> =>
  storage.query<Seller>(`select ${columns} from sellers where state = $1`, [state]);

export async function insertSeller(storage: Storage, id: string, details: SellerDetails): Promise<void> {
  const sql = `insert into sellers (id, state, phone, first_name, last_name, iban, national_id, city, street)
    values ($1, 'SIGNED_UP', $2, $3, $4, $5, $6, $7, $8)`;
  await storage.write([{ sql, values: [id, ...valuesOf(details)] }]);
}

/** Corrects what a seller filled in, as long as the service has not taken all of it. */
export async function correctSeller(storage: Storage, id: string, details: SellerDetails): Promise<void> {
  const sql = `update sellers set phone = $2, first_name = $3, last_name = $4, iban = $5, national_id = $6, city = $7,
    street = $8 where id = $1 and state = 'SIGNED_UP'`;
  await storage.write([{ sql, values: [id, ...valuesOf(details)] }]);
}

export const makeSellerReady = (storage: Storage, id: string): Promise<void> =>
  storage.write([{ sql: "update sellers set state = 'READY' where id = $1", values: [id] }]);

const valuesOf = ({ phone, firstName, lastName, iban, nationalId, city, street }: SellerDetails): Value[] => [
  phone,
  firstName,
  lastName,
  iban,
  nationalId,
  city,
  street,
];
