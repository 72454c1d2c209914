import { sql } from 'kysely';
import { tenantTime } from '../domain/clock/clock.ts';
import type { Db } from '../storage/database.ts';
import type { Sender } from './delivery-context.ts';
import { longestHoldInMs } from './inject-fault.ts';

/** Nothing waits longer on purpose: neither a retry, nor a delivery that a fault holds back, nor the end of a lease. */
const longestWaitInMs = longestHoldInMs;

/**
 * Creates a function that checks whether the system's clock was put back since its last call. If so, and at the first call,
 * nothing waits for the clock to catch up.
 */
export function createJumpWatch({ db, systemNow }: Pick<Sender, 'db' | 'systemNow'>): () => Promise<void> {
  let lastCheckAt: number | undefined;
  return async () => {
    const now = systemNow();
    if (lastCheckAt === undefined || now < lastCheckAt) await recallAfterJump(db, now);
    lastCheckAt = now;
  };
}

/**
 * Makes deliveries due and frees leases that would wait until the clock has caught up. Scheduled moves keep their times, which
 * may be as far ahead as the tenant's settings say. If the holder of a lease is still sending, its event may be sent twice.
 */
async function recallAfterJump(db: Db, systemNow: number): Promise<void> {
  const latestLease = systemNow + longestWaitInMs;
  await db
    .updateTable('tenants')
    .set({ advanceLeaseUntilSystem: 0 })
    .where('advanceLeaseUntilSystem', '>', latestLease)
    .execute();
  const pending = db.updateTable('deliveries').where('state', '=', 'pending');
  await pending.set({ leaseUntilSystem: 0 }).where('leaseUntilSystem', '>', latestLease).execute();
  const now = sql<number>`(${db
    .selectFrom('tenants')
    .where('tenants.id', '=', sql.ref<string>('deliveries.tenantId'))
    .select(tenantTime(systemNow).as('now'))})`;
  await pending.set({ dueAt: now }).where('dueAt', '>', sql<number>`${now} + ${longestWaitInMs}`).execute();
}
