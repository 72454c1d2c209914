import { createId } from '../domain/create-id.ts';
import { findTenant, readClock } from '../domain/tenants/tenant.ts';
import type { Database, Db } from '../storage/database.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import type { nextAttemptAt as NextAttemptAt } from './next-attempt.ts';
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
 * Writes nothing if the lease is no longer ours or the delivery is gone, because another attempt is responsible for it.
 */
export async function storeOutcome(
  db: Database,
  { delivery, result, startedAt, systemNow, nextAttemptAt }: Outcome,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const tenant = await findTenant(trx, delivery.tenant.id);
    if (!tenant) return;
    const endedAt = readClock(tenant.clock, systemNow());
    const attempts = delivery.attempts + 1;
    const nextDueAt = result.failure && nextAttemptAt(attempts, endedAt);
    const outcome = result.failure ? 'failed' : 'delivered';
    const state = nextDueAt === undefined ? outcome : 'pending';
    const { numUpdatedRows } = await trx
      .updateTable('deliveries')
      .set({ state, attempts, dueAt: nextDueAt ?? delivery.dueAt, leaseUntilSystem: 0 })
      .where((eb) =>
        eb.and({ tenantId: tenant.id, id: delivery.deliveryId, leaseUntilSystem: delivery.leaseUntilSystem }),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await insertAttempt(trx, { delivery, result, startedAt, endedAt });
  });
}

/** Numbers attempts over all series: a redelivery keeps the attempts before. */
async function insertAttempt(
  trx: Db,
  { delivery, result, startedAt, endedAt }: Pick<Outcome, 'delivery' | 'result' | 'startedAt'> & { endedAt: number },
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
