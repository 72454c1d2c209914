import { onboardSeller, sellerKey } from '../sellers/onboard-seller.ts';
import { findSellersInState } from '../sellers/seller.ts';
import { inWords, type Shop } from '../shop.ts';
import { openOrder, orderKey } from './open-order.ts';
import { findOrdersInState } from './order.ts';

/**
 * Goes on with what an earlier process left unfinished. What is in doubt is left to the operator, and what another process
 * is doing at this moment goes on there: neither is sent again. It never rejects.
 */
export async function resume(shop: Shop): Promise<void> {
  const { storage, log } = shop;
  const attempt = (what: string, run: () => Promise<void>) =>
    run().catch((error: unknown) => log(`${what}: ${inWords(error)}`));
  await attempt('resume', async () => {
    for (const { id } of await findSellersInState(storage, 'SIGNED_UP')) {
      await attempt(sellerKey(id), () => onboardSeller(shop, id));
    }
    for (const { id } of await findOrdersInState(storage, 'PLACED')) {
      await attempt(orderKey(id), () => openOrder(shop, id));
    }
  });
}
