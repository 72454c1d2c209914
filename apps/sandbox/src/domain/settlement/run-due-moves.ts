import type { Database } from '../../storage/database.ts';
import { tenantTime } from '../clock/tenant-time.ts';
import { readClock, rowToTenant } from '../tenants/tenant.ts';
import { type MoveAction, runScheduledMove } from './run-scheduled-move.ts';

/** How many moves are read at once. */
const batchSize = 32;

/**
 * Does the scheduled moves that are due, of all tenants or of one, and returns what it did. A tenant whose clock is being
 * advanced is left to that. Several processes may meet here: of two that do one move, one finds it done.
 */
export async function runDueMoves(
  { db, systemNow }: { db: Database; systemNow: () => number },
  { tenantId, dueUntil }: { tenantId?: string; dueUntil?: number } = {},
): Promise<MoveAction[]> {
  const now = systemNow();
  // A cross join makes SQLite go from the tenants to their few due rows, where it would read all rows otherwise.
  let query = db
    .selectFrom('tenants')
    .crossJoin('scheduledMoves')
    .whereRef('scheduledMoves.tenantId', '=', 'tenants.id')
    .where('tenants.advanceLeaseUntilSystem', '<', now)
    .where('scheduledMoves.dueAt', '<=', dueUntil ?? tenantTime(now))
    .orderBy('scheduledMoves.dueAt')
    .limit(batchSize)
    .selectAll();
  if (tenantId !== undefined) query = query.where('tenants.id', '=', tenantId);
  const actions: (MoveAction | undefined)[] = [];
  for (const row of await query.execute()) {
    const tenant = rowToTenant(row);
    const at = dueUntil ?? readClock(tenant.clock, systemNow());
    actions.push(await runScheduledMove(db, { tenant, scheduled: row, now: at }));
  }
  return actions.filter((action) => action !== undefined);
}
