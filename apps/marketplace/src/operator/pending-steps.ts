import { isEscrowError, type PendingStep, resolveStep, type StepResult } from '@escrow-kit/client';
import { resumeOrders } from '../orders/open-order.ts';
import type { Shop } from '../shop/shop.ts';
import { ShopError } from '../shop/shop-error.ts';

/**
 * The pending steps that no process works on any more, the oldest first: a step that is younger than the deadline of a call may
 * still get its answer.
 */
export async function findPendingSteps({ storage, config, now }: Shop): Promise<PendingStep[]> {
  const leftBehind = now().getTime() - config.client.timeoutInMs;
  return (await storage.journal.listPendingSteps()).filter(({ since }) => Date.parse(since) < leftBehind);
}

/** The id of a step's contract, if the service sent it: the service's operator finds the step by that. */
export async function findContractId({ storage }: Shop, { key }: PendingStep): Promise<string | undefined> {
  const step = (await storage.journal.load(key))?.steps['createContract'];
  return step?.status === 'done' ? String(step.result) : undefined;
}

/**
 * Resolves a step by what the operator found out, for good, and goes on with the order. A seller goes on by sending the form again.
 * @throws ShopError `form` if the result lacks something.
 */
export async function resolve(
  shop: Shop,
  step: PendingStep,
  outcome: 'succeeded' | 'not-sent',
  result: StepResult,
): Promise<void> {
  try {
    await resolveStep(shop.storage.journal, step, outcome, result);
  } catch (error) {
    throw isEscrowError(error, 'configuration') ? new ShopError('form', error.message) : error;
  }
  await resumeOrders(shop);
}
