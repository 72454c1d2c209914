import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { retryDelaysInSeconds } from '@escrow-kit/spec';
import { readClock } from '../domain/clock.ts';
import { createId } from '../domain/create-id.ts';
import type { AssumedRules } from '../domain/refuse-or-note.ts';
import { findTenant, type Tenant } from '../domain/tenants.ts';
import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { injectDeliveryFault, releaseHeldDeliveries, sendWithFault } from './delivery-faults.ts';
import type { prepareWebhook, WebhookResult } from './send-webhook.ts';

/** The rule implementations of deliveries: a table, so that contract tests can break one of them (see `RuleImplementations`). */
export interface DeliveryRules {
  prepareWebhook: typeof prepareWebhook;
  nextAttemptAt: typeof nextAttemptAt;
}

/** The context of deliveries. */
export interface DeliveryContext {
  store: Store;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  rules: DeliveryRules;
  assumedRules: AssumedRules;
}

/** A pending delivery with the status and the exact text of its event, and the address that it goes to. */
export type PendingDelivery = Row<'deliveries'> & Pick<Row<'events'>, 'status' | 'body'> & { webhookUrl: string };

/** An attempt that has ended. */
export type DeliveryAction = ControlSchema<'DeliveryAction'>;

/**
 * Attempts a delivery once and stores the outcome. Undefined if there is none: a fault has postponed the delivery, the sandbox stopped
 * the request by `signal`, or the delivery was removed meanwhile. The tenant is as it is when the attempt begins.
 */
export async function attemptDelivery(
  context: DeliveryContext,
  { tenant, delivery, signal }: { tenant: Tenant; delivery: PendingDelivery; signal: AbortSignal },
): Promise<DeliveryAction | undefined> {
  const { store, systemNow, rules, assumedRules } = context;
  const startedAt = readClock(tenant.clock, systemNow());
  const faulty = { tenant, deliveryId: delivery.id, now: startedAt };
  const fault = injectDeliveryFault(store, faulty);
  if (fault?.kind === 'reorder') return undefined;
  const result = await sendWithFault(fault, {
    webhookUrl: delivery.webhookUrl,
    webhookSecret: tenant.webhookSecret,
    body: delivery.body,
    timeoutInMs: tenant.settings.webhookTimeoutInMs,
    signal,
    prepare: rules.prepareWebhook,
    assumedRules,
  });
  if (!result) return undefined;
  return store.transaction(() => {
    const action = storeOutcome(context, { delivery, result, startedAt });
    if (action) releaseHeldDeliveries(store, faulty);
    return action;
  });
}

/**
 * Stores the outcome of an attempt and when the next one is due, counted from the attempt's end on the tenant's clock (HOOK-4). Writes
 * nothing if the delivery is gone.
 */
function storeOutcome(
  { store, systemNow, rules }: DeliveryContext,
  { delivery, result, startedAt }: { delivery: PendingDelivery; result: WebhookResult; startedAt: number },
): DeliveryAction | undefined {
  const { tenantId, id: deliveryId, milestoneId, status, body: requestBody } = delivery;
  const tenant = findTenant(store, tenantId);
  if (!tenant) return undefined;
  const { url, requestHeaders, answer, failure } = result;
  const endedAt = readClock(tenant.clock, systemNow());
  const attempt = delivery.attempts + 1;
  const nextDueAt = (failure && rules.nextAttemptAt(attempt, endedAt)) ?? null;
  const answerStatus = answer?.status ?? null;
  const error = failure?.text ?? null;
  const outcome = outcomeOf({ error });
  const state = nextDueAt === null ? outcome : 'pending';
  const key = { tenantId, id: deliveryId };
  const change = { state, attempts: attempt, dueAt: nextDueAt ?? delivery.dueAt } as const;
  if (store.update('deliveries', key, change) === 0) return undefined;
  store.insert('deliveryAttempts', {
    tenantId,
    id: createId('attempt'),
    deliveryId,
    // Over all series: a redelivery keeps the attempts before.
    number: store.count('deliveryAttempts', { tenantId, deliveryId }) + 1,
    startedAt,
    endedAt,
    url,
    requestHeadersJson: JSON.stringify(requestHeaders),
    requestBody,
    answerStatus,
    answerHeadersJson: answer && JSON.stringify(answer.headers),
    answerBody: answer?.body,
    failure: failure?.kind,
    error,
  });
  const at = { at: startedAt, deliveryId, milestoneId, status, attempt };
  return { kind: 'delivery', ...at, outcome, answerStatus, error, nextDueAt };
}

/**
 * When the next attempt is due, on the same clock as `endedAt`; undefined after the last one. `attempts` counts the failed ones
 * so far (HOOK-4). A delay counts from the end of the attempt before: our choice, not shown.
 */
export function nextAttemptAt(attempts: number, endedAt: number): number | undefined {
  const delay = retryDelaysInSeconds[attempts - 1];
  return delay === undefined ? undefined : endedAt + delay * 1000;
}

/** How many automatic attempts remain: the first one, and one for each delay (HOOK-4). */
export function attemptsLeft({ state, attempts }: { state: Row<'deliveries'>['state']; attempts: number }): number {
  return state === 'pending' ? Math.max(0, retryDelaysInSeconds.length + 1 - attempts) : 0;
}

/** The outcome of an attempt, which has an error if it failed. */
export function outcomeOf({ error }: { error: string | null }): 'delivered' | 'failed' {
  return error === null ? 'delivered' : 'failed';
}
