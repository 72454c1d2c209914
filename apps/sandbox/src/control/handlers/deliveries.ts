import { drain as drainDeliveries } from '../../delivery/drain.ts';
import { redeliver as makeDue } from '../../delivery/redeliver.ts';
import { DomainError } from '../../domain/refusal.ts';
import type { ControlHandler } from '../control-call.ts';
import { listDeliveries as list } from '../views/list-deliveries.ts';
import { readPage } from './page.ts';

/** Lists deliveries with their attempts, newest first. */
export const listDeliveries: ControlHandler<'listDeliveries'> = async ({ service, tenant, query }) => {
  const { cursor: before, state, milestoneId, q: text } = query;
  const filter = { tenantId: tenant.id, before, state, milestoneId, text };
  const { entries, nextCursor } = await readPage(query, {
    list: (limit) => list(service.db, { ...filter, limit }),
    idOf: ({ id }) => id,
  });
  return { deliveries: entries, nextCursor };
};

/** Describes a delivery. */
export const getDelivery: ControlHandler<'getDelivery'> = async ({ service, tenant, path: { deliveryId } }) => {
  const [delivery] = await list(service.db, { tenantId: tenant.id, id: deliveryId, limit: 1 });
  if (delivery) return delivery;
  const message = 'This organization has no such delivery. Take an id from the list of deliveries.';
  throw new DomainError('not_found', { field: 'deliveryId', message });
};

/** Makes a delivery due at once. */
export const redeliver: ControlHandler<'redeliver'> = async ({ service, tenant, path: { deliveryId } }) => {
  await makeDue(service, { tenant, deliveryId });
  const [delivery] = await list(service.db, { tenantId: tenant.id, id: deliveryId, limit: 1 });
  if (delivery) return delivery;
  throw new DomainError('not_found', { field: 'deliveryId', message: 'The delivery has been removed meanwhile.' });
};

/** Does what is due now, and returns when it is done. */
export const drain: ControlHandler<'drain'> = async ({ service, tenant }) => ({
  actions: await drainDeliveries(service, tenant),
});
