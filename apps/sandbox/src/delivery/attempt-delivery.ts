import { setTimeout as pause } from 'node:timers/promises';
import { readClock } from '../domain/tenants/tenant.ts';
import { isUnreachable } from '../storage/errors.ts';
import { type ClaimedDelivery, giveBackDelivery } from './claim-deliveries.ts';
import type { Sender } from './delivery-context.ts';
import { injectDeliveryFault, releaseHeldDeliveries } from './inject-fault.ts';
import { sendWithFault } from './send-with-fault.ts';
import { storeOutcome } from './store-outcome.ts';

/**
 * Attempts a claimed delivery once and stores the outcome. Makes no attempt if the lease is too short to send safely or the
 * sandbox stops; then the delivery is due for the next process. While the store does not answer, it retries storing the outcome
 * until the lease ends, because otherwise the event would be sent again.
 */
export async function attemptDelivery(
  { db, systemNow, rules }: Sender,
  delivery: ClaimedDelivery,
  signal?: AbortSignal,
): Promise<void> {
  const { tenant, webhookUrl, body, leaseUntilSystem } = delivery;
  const persistence = { leaseUntilSystem, systemNow, signal };
  const giveBack = () => persist(() => giveBackDelivery(db, delivery), persistence);
  const timeoutInMs = tenant.settings.webhookTimeoutInMs;
  // A process that was delayed after its claim could still be sending when another one starts.
  if (systemNow() + timeoutInMs >= leaseUntilSystem) return giveBack();
  const startedAt = readClock(tenant.clock, systemNow());
  const fault = await injectDeliveryFault(db, delivery, startedAt).catch(async (error: unknown) => {
    if (isUnreachable(error)) await giveBack();
    throw error;
  });
  // It is already postponed, to change places with the next delivery.
  if (fault?.kind === 'reorder') return;
  const { webhookSecret } = tenant;
  const { prepareWebhook: prepare, nextAttemptAt } = rules;
  const result = await sendWithFault(fault, { webhookUrl, webhookSecret, body, timeoutInMs, signal, prepare });
  if (result.isStopped) return giveBack();
  await persist(() => storeOutcome(db, { delivery, result, startedAt, systemNow, nextAttemptAt }), persistence);
  await releaseHeldDeliveries(db, delivery, startedAt);
}

/** The pause before the next try after the store did not answer. */
const pauseInMs = 100;

/** How long to retry. */
interface Persistence {
  /** The end of the lease, on the system's clock. After that, another process is responsible for the delivery. */
  leaseUntilSystem: number;
  systemNow: () => number;
  /** Aborted when the sandbox stops. */
  signal?: AbortSignal | undefined;
}

/**
 * Writes to the store, and retries while the store does not answer and the lease lasts. An unanswered try may have
 * succeeded, so the write has to be conditional on the lease. Rejects with the last error.
 */
async function persist(
  write: () => Promise<void>,
  { leaseUntilSystem, systemNow, signal }: Persistence,
): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isUnreachable(error) || signal?.aborted || systemNow() + pauseInMs >= leaseUntilSystem) throw error;
    }
    await pause(pauseInMs);
  }
}
