import { setTimeout as pause } from 'node:timers/promises';
import { requireClock } from '../domain/clock/clock.ts';
import { runDueMoves } from '../domain/settlement/run-scheduled-moves.ts';
import { readClock } from '../domain/tenants/tenant.ts';
import type { Db } from '../storage/database.ts';
import type { Action, DeliveryAction } from './action.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { listDueDeliveries } from './find-due.ts';
import { findLastAttempt } from './find-last-attempt.ts';

/** The most deliveries that go out at once. */
const batchSize = 32;
/** The pause between checks whether another process has ended its attempt. */
const pauseInMs = 5;

/**
 * Does what is due now for one tenant, and returns when nothing due is left. Returns what it did, and what the runner did
 * meanwhile. It does not wait for a later attempt after a failed one.
 *
 * It opens its own transactions, so never call it in one. Throws if the tenant's clock is being advanced.
 */
export async function drain(service: DeliveryContext, { id: tenantId }: { id: string }): Promise<Action[]> {
  const { db, systemNow } = service;
  const { clock } = await requireClock(db, { tenantId, systemNow: systemNow() });
  const dueUntil = readClock(clock, systemNow());
  const seen = new Set<string>();
  const actions: Action[] = [];
  for (;;) {
    const due = await listDueDeliveries(db, { tenantId, dueUntil, limit: batchSize });
    for (const { id } of due) seen.add(id);
    const done = [
      ...(await attemptDue(service, { tenantId, dueUntil })),
      ...(await runDueMoves(service, { tenantId, dueUntil })),
    ];
    actions.push(...done);
    if (due.length === 0 && done.length === 0) break;
    if (done.length === 0) await pause(pauseInMs);
  }
  for (const action of actions) if (action.kind === 'delivery') seen.delete(action.deliveryId);
  return [...actions, ...(await listAttemptsOf(db, { tenantId, deliveryIds: [...seen] }))];
}

async function attemptDue(
  service: DeliveryContext,
  { tenantId, dueUntil }: { tenantId: string; dueUntil: number },
): Promise<DeliveryAction[]> {
  const { db, systemNow } = service;
  const claimed = await claimDeliveries(db, { tenantId, dueUntil, systemNow: systemNow(), limit: batchSize });
  const attempts = await Promise.all(claimed.map((delivery) => attemptDelivery(service, delivery)));
  return attempts.filter((action) => action !== undefined);
}

/** The outcomes of the deliveries that the runner attempted meanwhile. */
async function listAttemptsOf(
  db: Db,
  { tenantId, deliveryIds }: { tenantId: string; deliveryIds: string[] },
): Promise<DeliveryAction[]> {
  const attempts: DeliveryAction[] = [];
  for (const deliveryId of deliveryIds) {
    const attempt = await findLastAttempt(db, { tenantId, deliveryId });
    if (attempt) attempts.push(attempt);
  }
  return attempts;
}
