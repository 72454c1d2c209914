import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type Clock, clockIsAdvanced, freezeClock, readClock, resumeClock } from '../domain/clock.ts';
import { findTitle } from '../domain/contracts.ts';
import { findTenant, type Tenant } from '../domain/tenants.ts';
import { type ControlContext, type ControlHandlers, readFirst } from './control-call.ts';

/** The tenant's clock, and what falls due on it. */
export const clockHandlers = {
  getClock: ({ service, tenant }) => describeClock(tenant.clock, service.systemNow()),

  freezeClock: ({ service, tenant }) => changeClock(service, { tenant, change: freezeClock }),

  resumeClock: ({ service, tenant }) => changeClock(service, { tenant, change: resumeClock }),

  advanceClock: async ({ service, tenant, body }) => {
    const actions = await service.runner.advance(tenant.id, body.seconds);
    const { clock } = findTenant(service.store, tenant.id) ?? tenant;
    return { clock: describeClock(clock, service.systemNow()), actions };
  },

  drain: async ({ service: { runner }, tenant }) => ({ actions: await runner.drain(tenant.id) }),

  /**
   * Lists what will be done by itself, in the order in which advancing the clock does it: earliest first, and of what is due at the
   * same time the deliveries first.
   */
  getDue: ({ service: { store }, tenant, query }) => {
    const tenantId = tenant.id;
    const dueUntil = Number(query.until ?? Number.MAX_SAFE_INTEGER);
    const { first, ...more } = readFirst(query, (limit) => {
      const values = { tenantId, dueUntil, limit };
      // Deliveries wait for an address.
      const deliveries =
        tenant.webhookUrl === undefined ? [] : store.all<WithoutTitle<'DueDelivery'>>(dueDeliveries, values);
      const moves = store.all<WithoutTitle<'DueMove'>>(dueMoves, values);
      return [...deliveries, ...moves].sort((a, b) => a.dueAt - b.dueAt).slice(0, limit);
    });
    const due = first.map((one) => ({
      ...one,
      title: findTitle(store, 'milestones', { tenantId, id: one.milestoneId }),
    }));
    return { due, ...more };
  },
} satisfies Partial<ControlHandlers>;

/** Describes a clock for the control API. */
export function describeClock(clock: Clock, systemNow: number): ControlSchema<'Clock'> {
  const isFrozen = clock.frozenAtInMs !== undefined;
  const now = readClock(clock, systemNow);
  return { now, isFrozen, offsetInMs: isFrozen ? now - systemNow : clock.offsetInMs };
}

/** Throws while the clock of a tenant is being advanced. */
export function checkClock({ runner }: Pick<ControlContext, 'runner'>, { id }: Tenant): void {
  if (runner.isAdvancing(id)) throw clockIsAdvanced();
}

function changeClock(
  service: ControlContext,
  { tenant, change }: { tenant: Tenant; change: typeof freezeClock },
): ControlSchema<'Clock'> {
  checkClock(service, tenant);
  const clock = change(service.store, { tenantId: tenant.id, systemNow: service.systemNow() });
  service.runner.wake(tenant);
  return describeClock(clock, service.systemNow());
}

/** What is due, without the title of its milestone. */
type WithoutTitle<Name extends 'DueDelivery' | 'DueMove'> = Omit<ControlSchema<Name>, 'title'>;

const dueDeliveries = `
  select 'delivery' as kind, deliveries.dueAt, deliveries.id as deliveryId, deliveries.milestoneId, events.status,
    deliveries.attempts + 1 as attempt
  from deliveries join events on events.tenantId = deliveries.tenantId and events.id = deliveries.eventId
  where deliveries.tenantId = $tenantId and deliveries.state = 'pending' and deliveries.dueAt <= $dueUntil
  order by deliveries.dueAt, deliveries.id limit $limit`;

const dueMoves = `
  select 'move' as kind, dueAt, milestoneId, move, attempts from scheduledMoves
  where tenantId = $tenantId and dueAt <= $dueUntil order by dueAt, milestoneId limit $limit`;
