import { createId } from '../domain/create-id.ts';
import { findTenant, readClock } from '../domain/tenants/tenant.ts';
import type { Database, Db } from '../storage/database.ts';
import type { DeliveryAction } from './action.ts';
import type { ClaimedDelivery } from './load-claimed-deliveries.ts';
import type { nextAttemptAt as NextAttemptAt } from './retry-schedule.ts';
import type { WebhookResult } from './send-webhook.ts';

interface Outcome {
  delivery: ClaimedDelivery;
  result: WebhookResult;
  startedAt: number;
  systemNow: () => number;
  nextAttemptAt: typeof NextAttemptAt;
}

/**
 * Stores the outcome of an attempt and when the next one is due, counted from the attempt's end on the tenant's clock (HOOK-4).
 * Returns undefined and writes nothing if the lease is no longer ours or the delivery is gone, because another process is
 * responsible for it.
 */
export function storeOutcome(
  db: Database,
  { delivery, result, startedAt, systemNow, nextAttemptAt }: Outcome,
): Promise<DeliveryAction | undefined> {
  return db.transaction().execute(async (trx) => {
    const tenant = await findTenant(trx, delivery.tenant.id);
    if (!tenant) return undefined;
    const endedAt = readClock(tenant.clock, systemNow());
    const { changes, action } = judge({ delivery, result, startedAt, endedAt, nextAttemptAt });
    if (!(await updateDelivery(trx, delivery, changes))) return undefined;
    await insertAttempt(trx, { delivery, result, startedAt, endedAt });
    return action;
  });
}

type EndedAttempt = Omit<Outcome, 'systemNow'> & { endedAt: number };

interface Changes {
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  dueAt: number;
}

function judge({ delivery, result, startedAt, endedAt, nextAttemptAt }: EndedAttempt): {
  changes: Changes;
  action: DeliveryAction;
} {
  const { deliveryId, milestoneId, status } = delivery;
  const { answer, failure } = result;
  const attempts = delivery.attempts + 1;
  const nextDueAt = failure === undefined ? undefined : nextAttemptAt(attempts, endedAt);
  const outcome = failure === undefined ? 'delivered' : 'failed';
  return {
    changes: { state: nextDueAt === undefined ? outcome : 'pending', attempts, dueAt: nextDueAt ?? delivery.dueAt },
    action: {
      kind: 'delivery',
      at: startedAt,
      deliveryId,
      milestoneId,
      status,
      attempt: attempts,
      outcome,
      answerStatus: answer?.status ?? null,
      error: failure?.text ?? null,
      nextDueAt: nextDueAt ?? null,
    },
  };
}

async function updateDelivery(
  trx: Db,
  { tenant, deliveryId, leaseUntilSystem }: ClaimedDelivery,
  changes: Changes,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ ...changes, leaseUntilSystem: 0 })
    .where('tenantId', '=', tenant.id)
    .where('id', '=', deliveryId)
    .where('leaseUntilSystem', '=', leaseUntilSystem)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Numbers attempts over all series: a redelivery keeps the attempts before. */
async function insertAttempt(
  trx: Db,
  { delivery, result, startedAt, endedAt }: Omit<EndedAttempt, 'nextAttemptAt'>,
): Promise<void> {
  const { tenant, deliveryId } = delivery;
  await trx
    .insertInto('deliveryAttempts')
    .values(({ selectFrom, eb }) => ({
      tenantId: tenant.id,
      id: createId('attempt'),
      deliveryId,
      number: selectFrom('deliveryAttempts as earlier')
        .where('earlier.tenantId', '=', tenant.id)
        .where('earlier.deliveryId', '=', deliveryId)
        .select(({ fn }) => eb(fn.countAll<number>(), '+', 1).as('number')),
      startedAt,
      endedAt,
      url: result.url,
      requestHeadersJson: JSON.stringify(result.requestHeaders),
      requestBody: delivery.body,
      answerStatus: result.answer?.status ?? null,
      answerHeadersJson: result.answer ? JSON.stringify(result.answer.headers) : null,
      answerBody: result.answer?.body ?? null,
      failure: result.failure?.kind ?? null,
      error: result.failure?.text ?? null,
    }))
    .execute();
}
