import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { drain as drainDeliveries } from '../../delivery/drain.ts';
import { attemptsLeft } from '../../delivery/next-attempt.ts';
import { DomainError, Refusal } from '../../domain/refusal.ts';
import type { Db } from '../../storage/database.ts';
import { deliveriesWithEvents } from '../../storage/sql.ts';
import type { Row } from '../../storage/tables.ts';
import { type ControlCall, type ControlHandler, readFirst } from '../control-call.ts';

export const listDeliveries: ControlHandler<'listDeliveries'> = async ({ service: { db }, tenant, query }) => {
  const { state, milestoneId } = query;
  let rows = selectDeliveries(db, tenant.id).orderBy('deliveries.id', 'desc');
  if (state !== undefined) rows = rows.where('deliveries.state', '=', state);
  if (milestoneId !== undefined) rows = rows.where('deliveries.milestoneId', '=', milestoneId);
  const { first, ...more } = await readFirst(query, (limit) => rows.limit(limit).execute());
  return { deliveries: await addAttempts(db, tenant.id, first), ...more };
};

export const getDelivery: ControlHandler<'getDelivery'> = (call) => requireDelivery(call);

/**
 * Makes a delivery due at once with a new series of attempts, whether it was delivered, has failed or waits for its next
 * attempt (our choice: not shown). Its log continues. Answers when it is due, not when it is delivered.
 */
export const redeliver: ControlHandler<'redeliver'> = async (call) => {
  const { service, tenant, now, path } = call;
  const { numUpdatedRows } = await service.db
    .updateTable('deliveries')
    .set({ state: 'pending', attempts: 0, dueAt: now, leaseUntilSystem: 0 })
    .where((eb) => eb.and({ tenantId: tenant.id, id: path.deliveryId }))
    .where('leaseUntilSystem', '<', service.systemNow())
    .executeTakeFirst();
  const delivery = await requireDelivery(call);
  if (numUpdatedRows === 0n) {
    const message = 'The delivery is being attempted now. Wait for the end of the attempt and try again.';
    throw new Refusal('conflict', { rule: 'HOOK-4', field: 'deliveryId', message });
  }
  service.wake();
  return delivery;
};

export const drain: ControlHandler<'drain'> = async ({ service, tenant }) => ({
  actions: await drainDeliveries(service, tenant),
});

async function requireDelivery({ service: { db }, tenant, path }: ControlCall<'getDelivery' | 'redeliver'>) {
  const rows = selectDeliveries(db, tenant.id).where('deliveries.id', '=', path.deliveryId);
  const [delivery] = await addAttempts(db, tenant.id, await rows.execute());
  if (delivery) return delivery;
  const message = 'This organization has no such delivery. Take an id from the list of deliveries.';
  throw new DomainError('not_found', { field: 'deliveryId', message });
}

function selectDeliveries(db: Db, tenantId: string) {
  return deliveriesWithEvents(db, tenantId)
    .select(['deliveries.id', 'deliveries.eventId', 'deliveries.milestoneId', 'deliveries.state'])
    .select(['deliveries.attempts', 'deliveries.dueAt', 'deliveries.createdAt', 'events.status']);
}

type Delivery = ControlSchema<'Delivery'>;

async function addAttempts(
  db: Db,
  tenantId: string,
  deliveries: Omit<Delivery, 'attemptsLeft' | 'attemptLog'>[],
): Promise<Delivery[]> {
  const attempts = await db
    .selectFrom('deliveryAttempts')
    .where('tenantId', '=', tenantId)
    .where(
      'deliveryId',
      'in',
      deliveries.map(({ id }) => id),
    )
    .orderBy('number')
    .selectAll()
    .execute();
  const attemptsOf = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return deliveries.map((delivery) => ({
    ...delivery,
    attemptsLeft: attemptsLeft(delivery),
    attemptLog: (attemptsOf.get(delivery.id) ?? []).map(toLoggedAttempt),
  }));
}

function toLoggedAttempt(row: Row<'deliveryAttempts'>): ControlSchema<'DeliveryAttempt'> {
  const {
    tenantId: _tenantId,
    id: _id,
    deliveryId: _deliveryId,
    requestHeadersJson,
    answerHeadersJson,
    ...attempt
  } = row;
  return {
    ...attempt,
    requestHeaders: JSON.parse(requestHeadersJson) as Record<string, string>,
    answerHeaders: JSON.parse(answerHeadersJson ?? 'null') as Record<string, string> | null,
  };
}
