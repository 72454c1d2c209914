import { advanceClock as advance } from '../../delivery/advance-clock.ts';
import { freezeClock as freeze, resumeClock as resume } from '../../domain/clock/clock.ts';
import { listTitles } from '../../domain/milestones/milestone-details.ts';
import { findTenant } from '../../domain/tenants/tenant.ts';
import type { Db } from '../../storage/database.ts';
import { deliveriesWithEvents } from '../../storage/sql.ts';
import { type ControlHandler, readFirst } from '../control-call.ts';
import { describeClock } from '../views/describe-tenant.ts';

export const getClock: ControlHandler<'getClock'> = async ({ service, tenant }) =>
  describeClock(tenant.clock, service.systemNow());

export const freezeClock: ControlHandler<'freezeClock'> = async ({ service, tenant }) => {
  const clock = await freeze(service.db, { tenantId: tenant.id, systemNow: service.systemNow() });
  service.wake();
  return describeClock(clock, service.systemNow());
};

export const resumeClock: ControlHandler<'resumeClock'> = async ({ service, tenant }) => {
  const clock = await resume(service.db, { tenantId: tenant.id, systemNow: service.systemNow() });
  service.wake();
  return describeClock(clock, service.systemNow());
};

export const advanceClock: ControlHandler<'advanceClock'> = async ({ service, tenant, body }) => {
  const actions = await advance(service, { tenantId: tenant.id, seconds: body.seconds });
  const { clock } = (await findTenant(service.db, tenant.id)) ?? tenant;
  return { clock: describeClock(clock, service.systemNow()), actions };
};

/**
 * Lists what will be done by itself, in the order in which advancing the clock does it: earliest first, and of what is due at the
 * same time the deliveries first.
 */
export const getDue: ControlHandler<'getDue'> = async ({ service: { db }, tenant, query }) => {
  const tenantId = tenant.id;
  const dueUntil = Number(query.until ?? Number.MAX_SAFE_INTEGER);
  const { first, ...more } = await readFirst(query, async (limit) => {
    // Deliveries wait for an address.
    const deliveries =
      tenant.webhookUrl === undefined ? [] : await listDueDeliveries(db, { tenantId, dueUntil, limit });
    const moves = await listDueMoves(db, { tenantId, dueUntil, limit });
    return [...deliveries, ...moves].sort((a, b) => a.dueAt - b.dueAt).slice(0, limit);
  });
  const titles = await listTitles(db, 'milestones', { tenantId, ids: first.map(({ milestoneId }) => milestoneId) });
  return { due: first.map((due) => ({ ...due, title: titles.get(due.milestoneId) ?? null })), ...more };
};

interface DueOptions {
  tenantId: string;
  dueUntil: number;
  limit: number;
}

async function listDueDeliveries(db: Db, { tenantId, dueUntil, limit }: DueOptions) {
  const rows = await deliveriesWithEvents(db, tenantId)
    .where('deliveries.state', '=', 'pending')
    .where('deliveries.dueAt', '<=', dueUntil)
    .orderBy('deliveries.dueAt')
    .orderBy('deliveries.id')
    .limit(limit)
    .select(['deliveries.dueAt', 'deliveries.id as deliveryId', 'deliveries.milestoneId', 'events.status', 'attempts'])
    .execute();
  return rows.map(({ attempts, ...due }) => ({ kind: 'delivery' as const, ...due, attempt: attempts + 1 }));
}

async function listDueMoves(db: Db, { tenantId, dueUntil, limit }: DueOptions) {
  const rows = await db
    .selectFrom('scheduledMoves')
    .where('tenantId', '=', tenantId)
    .where('dueAt', '<=', dueUntil)
    .orderBy('dueAt')
    .orderBy('milestoneId')
    .limit(limit)
    .select(['dueAt', 'milestoneId', 'move', 'attempts'])
    .execute();
  return rows.map((due) => ({ kind: 'move' as const, ...due }));
}
