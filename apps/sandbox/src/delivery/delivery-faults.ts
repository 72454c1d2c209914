import { setTimeout as pause } from 'node:timers/promises';
import { canInject, type Fault, injectFault, readFaults, webhookTarget } from '../domain/faults.ts';
import type { Tenant } from '../domain/tenants.ts';
import { listOf, type Store } from '../store/store.ts';
import { type Failure, openRequest, sendWebhook, type WebhookRequest, type WebhookResult } from './send-webhook.ts';

/** A delivery whose attempt begins or ends. */
interface FaultyDelivery {
  /** As it was read when the attempt began. */
  tenant: Tenant;
  deliveryId: string;
  /** On the tenant's clock. */
  now: number;
}

/** The longest time that a delivery is held back, on the tenant's clock. */
export const longestHoldInMs = 60 * 60 * 1000;

/**
 * Decides whether a fault is injected into a delivery. After a `reorder` the delivery is already postponed, to change places with the
 * next one.
 */
export function injectDeliveryFault(store: Store, { tenant, deliveryId, now }: FaultyDelivery): Fault | undefined {
  if (!tenant.faults.some((fault) => canInject(fault, webhookTarget))) return undefined;
  return store.transaction(() => {
    const fault = injectFault(store, tenant, { target: webhookTarget, deliveryId });
    if (fault?.kind === 'reorder') {
      store.update('deliveries', { tenantId: tenant.id, id: deliveryId }, { dueAt: now + longestHoldInMs });
    }
    return fault;
  });
}

/** Makes held-back deliveries due, because a newer one went out. */
export function releaseHeldDeliveries(store: Store, { tenant, deliveryId, now }: FaultyDelivery): void {
  if (!tenant.faults.some(({ kind }) => kind === 'reorder')) return;
  const held = readFaults(store, tenant.id).flatMap((fault) => fault.held ?? []);
  const older = held.filter((id) => id < deliveryId);
  store.run(
    `update deliveries set dueAt = $now where tenantId = $tenantId and id in (select value from json_each($older))
      and state = 'pending' and dueAt > $now`,
    { tenantId: tenant.id, older: listOf(older), now },
  );
}

/** Sends an event with a fault. It never takes longer than the receiver's time-out. Undefined if the sandbox stopped it. */
export async function sendWithFault(
  fault: Fault | undefined,
  request: WebhookRequest,
): Promise<WebhookResult | undefined> {
  switch (fault?.kind) {
    case 'status': {
      const { status = 503 } = fault;
      const text = `A fault answered ${status} instead of the receiver. Nothing was sent.`;
      return { ...failed(request, { kind: 'faultAnswered', text }), answer: { status, headers: {}, body: '' } };
    }
    case 'drop':
      return failed(request, { kind: 'faultDropped', text: 'A fault dropped the request. Nothing was sent.' });
    case 'reset':
      return sendHalf(request);
    case 'latency':
      return sendLate(request, fault);
    case 'duplicate': {
      // Both at the same time, as copies arrive on a network. The first answer counts.
      const [first] = await Promise.all([sendWebhook(request), sendWebhook(request)]);
      return first;
    }
    default:
      return sendWebhook(request);
  }
}

async function sendLate(request: WebhookRequest, { latencyInMs = 0 }: Fault): Promise<WebhookResult | undefined> {
  const { timeoutInMs, signal } = request;
  await pause(Math.min(latencyInMs, timeoutInMs), undefined, { signal }).catch(() => {});
  if (signal.aborted) return undefined;
  const leftInMs = timeoutInMs - latencyInMs;
  if (leftInMs > 0) return sendWebhook({ ...request, timeoutInMs: leftInMs });
  const text = `A fault held the request back for the whole time-out of ${timeoutInMs / 1000} s.`;
  return failed(request, { kind: 'faultHeldBack', text });
}

/** Sends the first half of an event, then breaks the connection. */
async function sendHalf(request: WebhookRequest): Promise<WebhookResult> {
  const parts = request.prepare(request);
  await new Promise<void>((resolve) => {
    const sent = openRequest(parts, AbortSignal.any([AbortSignal.timeout(request.timeoutInMs), request.signal]));
    sent.once('close', resolve);
    sent.once('error', () => {});
    sent.write(parts.bytes.subarray(0, Math.floor(parts.bytes.length / 2)), () => sent.destroy());
  });
  const text = 'A fault broke the connection after half of the request was sent.';
  return failed(request, { kind: 'faultBroke', text });
}

function failed(request: WebhookRequest, failure: Failure): WebhookResult {
  const { address, headers } = request.prepare(request);
  return { url: address.forLog, requestHeaders: headers, answer: undefined, failure };
}
