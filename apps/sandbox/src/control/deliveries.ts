import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { attemptsLeft } from '../delivery/attempt.ts';
import { DomainError, Refusal } from '../domain/refusal.ts';
import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { type ControlCall, type ControlHandlers, readNewest } from './control-call.ts';

/** Deliveries of events, with every attempt. */
export const deliveryHandlers = {
  listDeliveries: (call) => {
    const { first, ...more } = readNewest(call, {
      table: 'deliveries',
      filters: { state: 'state = $state', milestoneId: 'milestoneId = $milestoneId' },
    });
    return { deliveries: describe(call.service.store, first), ...more };
  },

  getDelivery: (call) => requireDelivery(call),

  /**
   * Makes a delivery due at once with a new series of attempts, whether it was delivered, has failed or waits for its next
   * attempt (our choice: not shown). Its log continues. Answers when it is due, not when it is delivered.
   */
  redeliver: (call) => {
    const { service, tenant, now, path } = call;
    requireDelivery(call);
    if (service.runner.isAttempting(tenant.id, path.deliveryId)) {
      const message = 'This delivery is being attempted. Wait until the attempt ends, then try again.';
      throw new Refusal('conflict', { rule: 'HOOK-4', field: 'deliveryId', message });
    }
    const key = { tenantId: tenant.id, id: path.deliveryId };
    service.store.update('deliveries', key, { state: 'pending', attempts: 0, dueAt: now });
    service.runner.wake(tenant);
    return requireDelivery(call);
  },
} satisfies Partial<ControlHandlers>;

type Delivery = ControlSchema<'Delivery'>;

function requireDelivery({ service: { store }, tenant, path }: ControlCall<'getDelivery' | 'redeliver'>): Delivery {
  const [delivery] = describe(store, store.list('deliveries', { tenantId: tenant.id, id: path.deliveryId }));
  if (delivery) return delivery;
  const message = 'This organization has no such delivery. Take an ID from the list of deliveries.';
  throw new DomainError('not_found', { field: 'deliveryId', message });
}

/** Describes deliveries, each with the status of its event and its attempts. */
function describe(store: Store, deliveries: Row<'deliveries'>[]): Delivery[] {
  return deliveries.flatMap(({ tenantId, ...delivery }) =>
    store.list('events', { tenantId, id: delivery.eventId }).map(({ status }) => ({
      ...delivery,
      status,
      attemptsLeft: attemptsLeft(delivery),
      attemptLog: store.list('deliveryAttempts', { tenantId, deliveryId: delivery.id }, 'number').map(toLoggedAttempt),
    })),
  );
}

function toLoggedAttempt({
  tenantId: _tenantId,
  id: _id,
  deliveryId: _deliveryId,
  requestHeadersJson,
  answerHeadersJson,
  ...attempt
}: Row<'deliveryAttempts'>): ControlSchema<'DeliveryAttempt'> {
  return {
    ...attempt,
    requestHeaders: JSON.parse(requestHeadersJson) as Record<string, string>,
    answerHeaders: JSON.parse(answerHeadersJson ?? 'null') as Record<string, string> | null,
  };
}
