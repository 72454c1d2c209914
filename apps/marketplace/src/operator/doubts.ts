import { type Doubt, type Finding, isEscrowError, settleDoubt } from '@escrow-kit/client';
import { resumeOrders } from '../orders/open-order.ts';
import type { Shop } from '../shop.ts';
import { ShopError } from '../shop-error.ts';

/**
 * The steps in doubt that no process works at any more, the oldest first: a step that is younger than the deadline of a call may
 * still get its answer.
 */
export async function findDoubts({ storage, config, now }: Shop): Promise<Doubt[]> {
  const leftBehind = now().getTime() - config.client.timeoutInMs;
  return (await storage.journal.listDoubts()).filter(({ since }) => Date.parse(since) < leftBehind);
}

/** The id of a doubt's contract where the service told it: the service's operator finds a step by that. */
export async function findContractId({ storage }: Shop, { key }: Doubt): Promise<string | undefined> {
  const step = (await storage.journal.load(key))?.steps['createContract'];
  return step?.status === 'done' ? String(step.result) : undefined;
}

/**
 * Settles a doubt by what the operator found out, for good, and goes on with the order. A seller goes on by sending the form again.
 * @throws ShopError `form` where the finding lacks something.
 */
export async function settle(shop: Shop, doubt: Doubt, finding: Finding): Promise<void> {
  try {
    await settleDoubt(shop.storage.journal, doubt, finding);
  } catch (error) {
    throw isEscrowError(error, 'configuration') ? new ShopError('form', error.message) : error;
  }
  await resumeOrders(shop);
}
