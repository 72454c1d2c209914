import { setTimeout as pause } from 'node:timers/promises';
import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { requireClock } from '../domain/clock/clock.ts';
import { runDueMoves } from '../domain/settlement/run-scheduled-moves.ts';
import { readClock } from '../domain/tenants/tenant.ts';
import { followAttempts } from './advance-clock.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { listDueDeliveries } from './find-due.ts';

/** The most deliveries that go out at once. */
const batchSize = 32;
/** The pause between checks whether the runner has ended its attempt. */
const pauseInMs = 5;

/**
 * Does what is due now for one tenant, and returns when nothing due is left. Returns what it did, and what the runner did
 * meanwhile. It does not wait for a later attempt after a failed one.
 *
 * It opens its own transactions, so never call it in one. Throws if the tenant's clock is being advanced.
 */
export async function drain(
  service: DeliveryContext,
  { id: tenantId }: { id: string },
): Promise<ControlSchema<'Action'>[]> {
  const { db, systemNow } = service;
  const { clock } = await requireClock(db, { tenantId, systemNow: systemNow() });
  const dueUntil = readClock(clock, systemNow());
  const listAttempts = await followAttempts(db, tenantId);
  const actions: ControlSchema<'Action'>[] = [];
  for (;;) {
    const options = { tenantId, dueUntil, systemNow: systemNow(), limit: batchSize };
    const claimed = await db.transaction().execute((trx) => claimDeliveries(trx, options));
    await Promise.all(claimed.map((delivery) => attemptDelivery(service, delivery)));
    const { wereDue, actions: moves } = await runDueMoves(service, { tenantId, dueUntil });
    // After the moves, as whoever makes one causes a delivery.
    const [due] = await listDueDeliveries(db, { tenantId, dueUntil, limit: 1 });
    actions.push(...(await listAttempts()), ...moves);
    if (!due && !wereDue) return actions;
    if (claimed.length === 0 && moves.length === 0) await pause(pauseInMs);
  }
}
