import { onboardSeller, sellerKey } from '../sellers/onboard-seller.ts';
import { findSellersInState } from '../sellers/seller.ts';
import { inWords, type Shop } from '../shop.ts';
import { openOrder, orderKey } from './open-order.ts';
import { findOrdersInState } from './order.ts';

/**
 * Goes on with what an earlier process left unfinished. What is in doubt is left to the operator, and what another process
 * is doing at this moment goes on there: neither is sent again.
 */
export async function resume(shop: Shop): Promise<void> {
  const { storage } = shop;
  const unfinished = [
    ...(await findSellersInState(storage, 'SIGNED_UP')).map(({ id }) => [sellerKey(id), () => onboardSeller(shop, id)]),
    ...(await findOrdersInState(storage, 'PLACED')).map(({ id }) => [orderKey(id), () => openOrder(shop, id)]),
  ] as [string, () => Promise<void>][];
  for (const [key, run] of unfinished) {
    await run().catch((error: unknown) => shop.log(`${key}: ${inWords(error)}`));
  }
}
