import { type Shop, shareRun } from '../shop/shop.ts';
import { ignoreConflict, insert, type Storage } from '../storage/storage.ts';

/** A seller, registered with the service with bank account and address. */
export interface Seller {
  id: string;
  phone: string;
  firstName: string;
  lastName: string;
}

/** The fields of the sign-up form. The service's rules check them; the shop adds none of its own. */
export const sellerFields = ['firstName', 'lastName', 'phone', 'iban', 'nationalId', 'street', 'city'] as const;
export type SellerForm = Record<(typeof sellerFields)[number], string>;

export const sellerKey = (id: string): string => `seller-${id}`;

export async function findSeller(storage: Storage, id: string): Promise<Seller | undefined> {
  const [seller] = await storage.query<Seller>('select * from sellers where id = $1', [id]);
  return seller;
}

/**
 * Registers a seller with the service, with bank account and address. The shop does not store these two: after a crash, or once a
 * pending step is resolved, the seller sends the form again. It resumes where the earlier run stopped, and repeats nothing.
 * @throws EscrowError
 */
export const onboardSeller = (shop: Shop, id: string, form: SellerForm): Promise<void> =>
  shareRun(shop, `${sellerKey(id)} ${JSON.stringify(form)}`, () => signUp(shop, id, form));

async function signUp({ escrow, storage }: Shop, id: string, form: SellerForm): Promise<void> {
  const { phone, firstName, lastName, iban, nationalId, city, street } = form;
  await escrow.flows.onboardCustomer(
    {
      phoneNumber: phone,
      firstName,
      lastName,
      bankAccount: { iban, beneficiaryName: `${firstName} ${lastName}`, nationalId },
      address: { addressLabel: 'WORK', countryCode: 'SA', city, street },
    },
    { key: sellerKey(id) },
  );
  await storage.write([insert('sellers', { id, phone, firstName, lastName })]).catch(ignoreConflict);
}
