import type { InDoubt, OnboardCustomerResults } from '@escrow-kit/client';
import type { Shop } from '../shop.ts';
import { findSeller, makeSellerReady } from './seller.ts';

export const sellerKey = (sellerId: string): string => `seller-${sellerId}`;

/** Whether a step of a seller may have arrived at the service: then what was sent stays as it was sent. */
export async function isInDoubt({ storage }: Shop, sellerId: string): Promise<boolean> {
  return (await storage.journal.listDoubts()).some(({ key }) => key === sellerKey(sellerId));
}

/**
 * Registers a seller with the service, with bank account and address. It goes on where an earlier run stopped, and repeats
 * nothing.
 * @throws EscrowError
 */
export async function onboardSeller(
  { escrow, storage }: Shop,
  sellerId: string,
  inDoubt?: InDoubt<OnboardCustomerResults>,
): Promise<void> {
  const seller = await findSeller(storage, sellerId);
  if (seller?.state !== 'SIGNED_UP') return;
  const { phone, firstName, lastName, iban, nationalId, city, street } = seller;
  await escrow.flows.onboardCustomer(
    {
      customer: { phoneNumber: phone, firstName, lastName },
      bankAccount: { iban, currency: 'SAR', beneficiaryName: `${firstName} ${lastName}`, nationalId },
      address: { addressLabel: 'WORK', countryCode: 'SA', city, street },
    },
    { key: sellerKey(sellerId), journal: storage.journal, inDoubt },
  );
  await makeSellerReady(storage, sellerId);
}
