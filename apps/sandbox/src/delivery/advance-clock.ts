import { setTimeout as pause } from 'node:timers/promises';
import { type AdvanceLease, giveBackAdvanceLease, setClock, takeAdvanceLease } from '../domain/clock/advance-lease.ts';
import { isClockTime } from '../domain/clock/clock.ts';
import { DomainError } from '../domain/refusal.ts';
import { runScheduledMove, type ScheduledMove } from '../domain/settlement/run-scheduled-moves.ts';
import { readClock } from '../domain/tenants/tenant.ts';
import type { Db } from '../storage/database.ts';
import type { Action } from './action.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDelivery } from './claim-deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { listDueDeliveries } from './find-due.ts';
import { findLastAttempt } from './find-last-attempt.ts';

/** The pause between checks whether an earlier attempt has ended. */
const pauseInMs = 2;

/**
 * Moves a tenant's clock forward, and on the way does what falls due, one after another at its due time. Returns what it did
 * when the clock has reached the target. On a frozen clock an attempt takes no time, so the delays of HOOK-4 are exact; a
 * running clock keeps running.
 *
 * It opens its own transactions, so never call it in one. Throws if the clock is already being advanced, or if the target is
 * out of range.
 */
export async function advanceClock(
  service: DeliveryContext,
  { tenantId, seconds }: { tenantId: string; seconds: number },
): Promise<Action[]> {
  const { db, systemNow, wake } = service;
  const lease = await takeAdvanceLease(db, { tenantId, systemNow: systemNow() });
  try {
    const { clock } = await setClock(db, { lease, at: 0, systemNow: systemNow() });
    const target = readClock(clock, systemNow()) + Math.round(seconds * 1000);
    checkTarget(target);
    const actions = await doUntil(service, lease, target);
    await setClock(db, { lease, at: target, systemNow: systemNow() });
    return actions;
  } finally {
    await giveBackAdvanceLease(db, lease);
    wake();
  }
}

async function doUntil(service: DeliveryContext, lease: AdvanceLease, target: number): Promise<Action[]> {
  const { db, systemNow } = service;
  const actions: Action[] = [];
  for (;;) {
    const due = await findEarliestDue(db, { tenantId: lease.tenantId, dueUntil: target });
    if (!due) return actions;
    const isTaken = due.kind === 'delivery' && due.leaseUntilSystem >= systemNow();
    const action = isTaken ? await waitForOther(service, lease, due.id) : await doNow(service, lease, due);
    if (action) actions.push(action);
  }
}

/** Waits for an attempt that began before the advance, and reports it. */
async function waitForOther(
  { db, systemNow }: DeliveryContext,
  lease: AdvanceLease,
  deliveryId: string,
): Promise<Action | undefined> {
  const { tenantId } = lease;
  for (;;) {
    await setClock(db, { lease, at: 0, systemNow: systemNow() });
    const leaseUntilSystem = await findLease(db, { tenantId, deliveryId });
    if (leaseUntilSystem === 0) return findLastAttempt(db, { tenantId, deliveryId });
    // The delivery was removed, or the process that attempted it has ended.
    if (leaseUntilSystem === undefined || leaseUntilSystem < systemNow()) return undefined;
    await pause(pauseInMs);
  }
}

async function findLease(
  db: Db,
  { tenantId, deliveryId }: { tenantId: string; deliveryId: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .where('tenantId', '=', tenantId)
    .where('id', '=', deliveryId)
    .select('leaseUntilSystem')
    .executeTakeFirst();
  return row?.leaseUntilSystem;
}

type Due =
  | { kind: 'delivery'; dueAt: number; id: string; leaseUntilSystem: number }
  | { kind: 'move'; dueAt: number; scheduled: ScheduledMove };

/** If a delivery and a move are due at the same time, the delivery comes first, because its event happened before. */
async function findEarliestDue(
  db: Db,
  { tenantId, dueUntil }: { tenantId: string; dueUntil: number },
): Promise<Due | undefined> {
  const [delivery] = await listDueDeliveries(db, { tenantId, dueUntil, limit: 1 });
  const move = await db
    .selectFrom('scheduledMoves')
    .where('tenantId', '=', tenantId)
    .where('dueAt', '<=', dueUntil)
    .orderBy('dueAt')
    .orderBy('milestoneId')
    .selectAll()
    .executeTakeFirst();
  if (move && (!delivery || move.dueAt < delivery.dueAt)) {
    return { kind: 'move', dueAt: move.dueAt, scheduled: move };
  }
  return delivery && { kind: 'delivery', ...delivery };
}

async function doNow(service: DeliveryContext, lease: AdvanceLease, due: Due): Promise<Action | undefined> {
  const { db, systemNow } = service;
  const tenant = await setClock(db, { lease, at: due.dueAt, systemNow: systemNow() });
  if (due.kind === 'move') {
    return runScheduledMove(db, { tenant, scheduled: due.scheduled, now: readClock(tenant.clock, systemNow()) });
  }
  const delivery = await claimDelivery(db, { tenantId: tenant.id, deliveryId: due.id, systemNow: systemNow() });
  return delivery && attemptDelivery(service, delivery);
}

function checkTarget(target: number): void {
  if (isClockTime(target)) return;
  const message = 'The clock would go beyond the year 9999. Advance it by less, or reset the tenant.';
  throw new DomainError('rule_violation', { field: 'seconds', message });
}
