import { randomInt } from 'node:crypto';
import type { Db } from '../storage/database.ts';

/**
 * The log is trimmed once in so many requests as are this part of the limit: seldom enough that it costs little, and often
 * enough that no answer waits long for it.
 */
const shareOfLimit = 0.01;

/** How many requests each tenant may log before its log is trimmed again, in this process. */
const untilTrim = new WeakMap<object, Map<string, number>>();

/** Removes the oldest requests of a tenant, so that about `limit` are left. Mostly does nothing. */
export async function trimRequests(db: Db, { tenantId, limit }: { tenantId: string; limit: number }): Promise<void> {
  const counts = untilTrim.get(db) ?? new Map<string, number>();
  untilTrim.set(db, counts);
  const interval = Math.max(1, Math.floor(limit * shareOfLimit));
  // The first count is drawn, so that processes that end early trim as often as those that run for long.
  const left = Math.min(counts.get(tenantId) ?? randomInt(interval), interval) - 1;
  counts.set(tenantId, left <= 0 ? interval : left);
  if (left > 0) return;
  await deleteOldest(db, { tenantId, limit });
}

async function deleteOldest(db: Db, { tenantId, limit }: { tenantId: string; limit: number }): Promise<void> {
  const newestToGo = await db
    .selectFrom('requests')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .offset(limit)
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (!newestToGo) return;
  await db.deleteFrom('requests').where('tenantId', '=', tenantId).where('id', '<=', newestToGo.id).execute();
}
