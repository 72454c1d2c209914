import { readClock } from '../domain/tenants/tenant.ts';
import { isUnreachable } from '../storage/errors.ts';
import type { DeliveryAction } from './action.ts';
import type { Sender } from './delivery-context.ts';
import { injectDeliveryFault, releaseHeldDeliveries } from './inject-fault.ts';
import { setLease } from './lease.ts';
import type { ClaimedDelivery } from './load-claimed-deliveries.ts';
import { persist } from './persist.ts';
import { sendWithFault } from './send-with-fault.ts';
import { storeOutcome } from './store-outcome.ts';

/**
 * Attempts a claimed delivery once and stores the outcome. Undefined if it made no attempt, because the lease is too short to
 * send safely or the sandbox stops; then the delivery is due for the next process. While the store does not answer, it retries
 * storing the outcome until the lease ends, because otherwise the event would be sent again.
 */
export async function attemptDelivery(
  { db, systemNow, rules }: Sender,
  delivery: ClaimedDelivery,
  signal?: AbortSignal,
): Promise<DeliveryAction | undefined> {
  const { tenant, webhookUrl, body, leaseUntilSystem } = delivery;
  const persistence = { leaseUntilSystem, systemNow, signal };
  const giveBack = () => persist(() => setLease(db, delivery, 0), persistence);
  const timeoutInMs = tenant.settings.webhookTimeoutInMs;
  // A process that was delayed after its claim could still be sending when another one starts.
  if (systemNow() + timeoutInMs >= leaseUntilSystem) {
    await giveBack();
    return undefined;
  }
  const startedAt = readClock(tenant.clock, systemNow());
  const fault = await injectDeliveryFault(db, delivery, startedAt).catch(async (error: unknown) => {
    if (isUnreachable(error)) await giveBack();
    throw error;
  });
  // It is already postponed, to change places with the next delivery.
  if (fault?.kind === 'reorder') return undefined;
  const { webhookSecret } = tenant;
  const { prepareWebhook: prepare, nextAttemptAt } = rules;
  const result = await sendWithFault(fault, { webhookUrl, webhookSecret, body, timeoutInMs, signal, prepare });
  if (result.isStopped) {
    await giveBack();
    return undefined;
  }
  const outcome = { delivery, result, startedAt, systemNow, nextAttemptAt };
  const action = await persist(() => storeOutcome(db, outcome), persistence);
  await releaseHeldDeliveries(db, delivery, startedAt);
  return action;
}
