import type { Db } from '../storage/database.ts';

/** The attempts of a tenant, each with its delivery and its event. */
export function selectAttempts(db: Db, tenantId: string) {
  return db
    .selectFrom('deliveryAttempts')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.tenantId', '=', 'deliveryAttempts.tenantId')
        .onRef('deliveries.id', '=', 'deliveryAttempts.deliveryId'),
    )
    .innerJoin('events', (join) =>
      join.onRef('events.tenantId', '=', 'deliveries.tenantId').onRef('events.id', '=', 'deliveries.eventId'),
    )
    .where('deliveryAttempts.tenantId', '=', tenantId);
}

/** What came of an attempt, which has an error if it failed. */
export function outcomeOf({ error }: { error: string | null }): 'delivered' | 'failed' {
  return error === null ? 'delivered' : 'failed';
}
