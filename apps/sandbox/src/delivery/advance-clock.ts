import { setTimeout as pause } from 'node:timers/promises';
import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type AdvanceLease, giveBackAdvanceLease, setClock, takeAdvanceLease } from '../domain/clock/advance-lease.ts';
import { isClockTime } from '../domain/clock/clock.ts';
import { DomainError } from '../domain/refusal.ts';
import { type MoveAction, runScheduledMove, type ScheduledMove } from '../domain/settlement/run-scheduled-moves.ts';
import { readClock } from '../domain/tenants/tenant.ts';
import type { Db } from '../storage/database.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { listDueDeliveries } from './find-due.ts';
import { outcomeOf, selectAttempts } from './select-attempts.ts';

type Action = ControlSchema<'Action'>;

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
  const listAttempts = await followAttempts(db, lease.tenantId);
  const actions: Action[] = [];
  for (;;) {
    const due = await findEarliestDue(db, { tenantId: lease.tenantId, dueUntil: target });
    if (!due) return actions;
    const isTaken = due.kind === 'delivery' && due.leaseUntilSystem >= systemNow();
    const move = isTaken ? await waitForOther(service, lease, due.id) : await doNow(service, lease, due);
    actions.push(...(move ? [move] : []), ...(await listAttempts()));
  }
}

/** Waits until an attempt that began before the advance has ended, or the delivery was removed. */
async function waitForOther(
  { db, systemNow }: DeliveryContext,
  lease: AdvanceLease,
  deliveryId: string,
): Promise<void> {
  for (;;) {
    await setClock(db, { lease, at: 0, systemNow: systemNow() });
    const delivery = await db
      .selectFrom('deliveries')
      .where((eb) => eb.and({ tenantId: lease.tenantId, id: deliveryId }))
      .where('leaseUntilSystem', '>=', systemNow())
      .select('id')
      .executeTakeFirst();
    if (!delivery) return;
    await pause(pauseInMs);
  }
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

/** Attempts a delivery, or makes a move and returns it. */
async function doNow(service: DeliveryContext, lease: AdvanceLease, due: Due): Promise<MoveAction | undefined> {
  const { db, systemNow } = service;
  const tenant = await setClock(db, { lease, at: due.dueAt, systemNow: systemNow() });
  if (due.kind === 'move') {
    return runScheduledMove(db, { tenant, scheduled: due.scheduled, now: readClock(tenant.clock, systemNow()) });
  }
  const options = { tenantId: tenant.id, deliveryId: due.id, systemNow: systemNow(), limit: 1 };
  const [delivery] = await db.transaction().execute((trx) => claimDeliveries(trx, options));
  if (delivery) await attemptDelivery(service, delivery);
  return undefined;
}

function checkTarget(target: number): void {
  if (isClockTime(target)) return;
  const message = 'The clock would go beyond the year 9999. Advance it by less, or reset the tenant.';
  throw new DomainError('rule_violation', { field: 'seconds', message });
}

/** An attempt to deliver an event. */
type DeliveryAction = ControlSchema<'DeliveryAction'>;

/**
 * How many of the newest attempts are compared. Attempts that end at the same time are not stored in the order of their ids, so
 * the next ones may have a lower id than the last one.
 */
const windowSize = 100;

/** Creates a function that returns the attempts that have ended for a tenant since its last call, in order. */
export async function followAttempts(db: Db, tenantId: string): Promise<() => Promise<DeliveryAction[]>> {
  const attempts = db.selectFrom('deliveryAttempts').where('tenantId', '=', tenantId);
  const newest = await attempts.orderBy('id', 'desc').limit(windowSize).select('id').execute();
  let known = newest.map(({ id }) => id).reverse();
  return async () => {
    const seen = new Set(known);
    const rows = await selectAttempts(db, tenantId)
      .where('deliveryAttempts.id', '>=', known.length < windowSize ? '' : (known[0] ?? ''))
      .orderBy('deliveryAttempts.id')
      .select(['deliveryAttempts.id', 'deliveryId', 'startedAt as at', 'answerStatus', 'error', 'status'])
      .select(['deliveries.milestoneId', 'deliveries.attempts as attempt', 'deliveries.state', 'deliveries.dueAt'])
      .execute();
    known = rows.slice(-windowSize).map(({ id }) => id);
    return rows
      .filter(({ id }) => !seen.has(id))
      .map(({ id: _, state, dueAt, ...attempt }) => ({
        kind: 'delivery',
        ...attempt,
        outcome: outcomeOf(attempt),
        nextDueAt: state === 'pending' ? dueAt : null,
      }));
  };
}
