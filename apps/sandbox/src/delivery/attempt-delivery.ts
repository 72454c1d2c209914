import { readClock } from '../domain/tenants/tenant.ts';
import { type ClaimedDelivery, giveBackDelivery } from './claim-deliveries.ts';
import type { Sender } from './delivery-context.ts';
import { injectDeliveryFault, releaseHeldDeliveries } from './inject-fault.ts';
import { sendWithFault } from './send-with-fault.ts';
import { storeOutcome } from './store-outcome.ts';

/**
 * Attempts a claimed delivery once and stores the outcome. Makes no attempt if the lease is too short to send safely or the
 * sandbox stops; then the delivery is due again.
 */
export async function attemptDelivery(
  { db, systemNow, rules }: Sender,
  delivery: ClaimedDelivery,
  signal?: AbortSignal,
): Promise<void> {
  const { tenant, webhookUrl, body, leaseUntilSystem } = delivery;
  const timeoutInMs = tenant.settings.webhookTimeoutInMs;
  // After a long delay, such as of a sleeping machine, another attempt could start while this one is sending.
  if (systemNow() + timeoutInMs >= leaseUntilSystem) return giveBackDelivery(db, delivery);
  const startedAt = readClock(tenant.clock, systemNow());
  const fault = await injectDeliveryFault(db, delivery, startedAt);
  // It is already postponed, to change places with the next delivery.
  if (fault?.kind === 'reorder') return;
  const { webhookSecret } = tenant;
  const { prepareWebhook: prepare, nextAttemptAt } = rules;
  const result = await sendWithFault(fault, { webhookUrl, webhookSecret, body, timeoutInMs, signal, prepare });
  if (result.isStopped) return giveBackDelivery(db, delivery);
  await storeOutcome(db, { delivery, result, startedAt, systemNow, nextAttemptAt });
  await releaseHeldDeliveries(db, delivery, startedAt);
}
