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
  const now = tenantTime(systemNow);
  const latestDue = sql<number>`${now} + ${longestWaitInMs}`;
  await db
    .updateTable('tenants')
    .set({ advanceLeaseUntilSystem: 0 })
    .where('advanceLeaseUntilSystem', '>', latestLease)
    .execute();
  await db
    .updateTable('deliveries')
    .set({ leaseUntilSystem: 0 })
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('deliveries.tenantId', 'deliveries.id'),
        'in',
        selectPending(db).where('deliveries.leaseUntilSystem', '>', latestLease).$asTuple('tenantId', 'id'),
      ),
    )
    .execute();
  await db
    .updateTable('deliveries')
    .set(({ selectFrom }) => ({
      dueAt: selectFrom('tenants').whereRef('tenants.id', '=', 'deliveries.tenantId').select(now.as('now')),
    }))
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('deliveries.tenantId', 'deliveries.id'),
        'in',
        selectPending(db).where('deliveries.dueAt', '>', latestDue).$asTuple('tenantId', 'id'),
      ),
    )
    .execute();
}

function selectPending(db: Db) {
  // A cross join makes SQLite go from the tenants to their few pending rows. Otherwise it would read all rows.
  return db
    .selectFrom('tenants')
    .crossJoin('deliveries')
    .whereRef('deliveries.tenantId', '=', 'tenants.id')
    .where('deliveries.state', '=', 'pending')
    .select(['deliveries.tenantId', 'deliveries.id']);
}
