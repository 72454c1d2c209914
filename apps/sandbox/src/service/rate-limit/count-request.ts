import type { Db } from '../../storage/database.ts';

/** How much of a minute's requests is left. */
export interface RateWindow {
  /** Requests a minute. */
  limit: number;
  remaining: number;
  /** Whole seconds until the next minute begins, on the tenant's clock; at least 1. */
  resetInSeconds: number;
  /** The request that was counted is one too many. */
  isExceeded: boolean;
}

const windowInMs = 60_000;

/**
 * Counts a request in the tenant's present minute (UAPI-6). One statement counts, so that no process miscounts; minutes
 * that are over are removed with the first request of a new one. The minute starts with the clock's: our choice.
 */
export async function countRequest(
  db: Db,
  { tenantId, limit, now }: { tenantId: string; limit: number; now: number },
): Promise<RateWindow> {
  const startedAt = now - (now % windowInMs);
  const { count } = await db
    .insertInto('rateWindows')
    .values({ tenantId, startedAt, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'startedAt']).doUpdateSet((eb) => ({ count: eb('rateWindows.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  if (count === 1) {
    await db.deleteFrom('rateWindows').where('tenantId', '=', tenantId).where('startedAt', '<', startedAt).execute();
  }
  return {
    limit,
    remaining: Math.max(0, limit - count),
    resetInSeconds: Math.ceil((startedAt + windowInMs - now) / 1000),
    isExceeded: count > limit,
  };
}

/** The window that a caller sees whom nobody knows: such a request uses up no tenant's. */
export function untouchedWindow(limit: number): RateWindow {
  return { limit, remaining: limit, resetInSeconds: windowInMs / 1000, isExceeded: false };
}
