import type { Db } from '../storage/database.ts';
import type { DeliveryAction } from './action.ts';

/** Finds the last attempt of a delivery, by any process. Undefined if there was none. */
export async function findLastAttempt(
  db: Db,
  { tenantId, deliveryId }: { tenantId: string; deliveryId: string },
): Promise<DeliveryAction | undefined> {
  const row = await db
    .selectFrom('deliveryAttempts')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.tenantId', '=', 'deliveryAttempts.tenantId')
        .onRef('deliveries.id', '=', 'deliveryAttempts.deliveryId'),
    )
    .innerJoin('events', (join) =>
      join.onRef('events.tenantId', '=', 'deliveries.tenantId').onRef('events.id', '=', 'deliveries.eventId'),
    )
    .where('deliveryAttempts.tenantId', '=', tenantId)
    .where('deliveryAttempts.deliveryId', '=', deliveryId)
    .orderBy('deliveryAttempts.number', 'desc')
    .select(['startedAt as at', 'answerStatus', 'error', 'status', 'deliveries.milestoneId'])
    .select(['deliveries.attempts as attempt', 'deliveries.state', 'deliveries.dueAt'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { state, dueAt, ...attempt } = row;
  return {
    kind: 'delivery',
    deliveryId,
    ...attempt,
    outcome: attempt.error === null ? 'delivered' : 'failed',
    nextDueAt: state === 'pending' ? dueAt : null,
  };
}
