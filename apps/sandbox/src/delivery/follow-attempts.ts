import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Db } from '../storage/database.ts';

/** An attempt to deliver an event. */
type DeliveryAction = ControlSchema<'DeliveryAction'>;

/** Creates a function that returns the attempts that any process has ended for a tenant since its last call, in order. */
export async function followAttempts(db: Db, tenantId: string): Promise<() => Promise<DeliveryAction[]>> {
  const attempts = () => db.selectFrom('deliveryAttempts').where('deliveryAttempts.tenantId', '=', tenantId);
  const newest = await attempts().orderBy('id', 'desc').select('id').executeTakeFirst();
  let lastId = newest?.id ?? '';
  return async () => {
    const rows = await attempts()
      .innerJoin('deliveries', (join) =>
        join
          .onRef('deliveries.tenantId', '=', 'deliveryAttempts.tenantId')
          .onRef('deliveries.id', '=', 'deliveryAttempts.deliveryId'),
      )
      .innerJoin('events', (join) =>
        join.onRef('events.tenantId', '=', 'deliveries.tenantId').onRef('events.id', '=', 'deliveries.eventId'),
      )
      .where('deliveryAttempts.id', '>', lastId)
      .orderBy('deliveryAttempts.id')
      .select(['deliveryAttempts.id', 'deliveryId', 'startedAt as at', 'answerStatus', 'error', 'status'])
      .select(['deliveries.milestoneId', 'deliveries.attempts as attempt', 'deliveries.state', 'deliveries.dueAt'])
      .execute();
    lastId = rows.at(-1)?.id ?? lastId;
    return rows.map(({ id: _, state, dueAt, ...attempt }) => ({
      kind: 'delivery',
      ...attempt,
      outcome: attempt.error === null ? 'delivered' : 'failed',
      nextDueAt: state === 'pending' ? dueAt : null,
    }));
  };
}
