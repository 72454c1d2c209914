import { isEscrowError, type PendingStep, resolveStep, type StepResult } from '@escrow-kit/client';
import { resumeOrders } from '../orders/open-order.ts';
import { type Shop, ShopError } from '../shop/shop.ts';

/**
 * Finds the pending steps that no process is working on, the oldest first. A step younger than the deadline of a call may
 * still get its answer, so it is left out.
 */
export async function findPendingSteps({ storage, config, now }: Shop): Promise<PendingStep[]> {
  const leftBehind = now().getTime() - config.client.timeoutInMs;
  return (await storage.journal.listPendingSteps()).filter(({ since }) => Date.parse(since) < leftBehind);
}

/** Finds the contract id of a step, if the service sent one; its operator looks up the step by it. */
export async function findContractId({ storage }: Shop, { key }: PendingStep): Promise<string | undefined> {
  const step = (await storage.journal.load(key))?.steps['createContract'];
  return step?.status === 'done' ? String(step.result) : undefined;
}

/**
 * Resolves a step with the operator's answer, which is final, and resumes the orders. A seller resumes by sending the form again.
 * @throws ShopError `form` if the result is incomplete.
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
