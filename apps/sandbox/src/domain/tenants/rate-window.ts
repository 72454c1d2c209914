import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import type { Tenant } from './tenant.ts';

/** Throws if the request exceeds the limit (UAPI-6a). */
export function checkRate({ isExceeded, limit, resetInSeconds }: RateWindow): void {
  if (!isExceeded) return;
  throw new Refusal('rate_limited', {
    rule: 'UAPI-6a',
    message: `The Users API takes ${limit} requests a minute: wait ${resetInSeconds} s.`,
    retryAfterInSeconds: resetInSeconds,
  });
}

/** A tenant's use of the rate limit in the present minute. */
export interface RateWindow {
  /** Requests per minute. */
  limit: number;
  remaining: number;
  /** Whole seconds until the next minute begins, on the tenant's clock; at least 1. */
  resetInSeconds: number;
  /** Whether the counted request exceeds the limit. */
  isExceeded: boolean;
}

const windowInMs = 60_000;

/**
 * Counts a request in the tenant's present minute (UAPI-6), outside its transaction, because refused requests count too. The first
 * request of a minute removes past minutes. Minutes follow the clock: our choice.
 */
export async function countUsersApiRequest(
  db: Db,
  { tenant, now }: { tenant: Tenant; now: number },
): Promise<RateWindow> {
  const { id: tenantId, settings } = tenant;
  const limit = settings.usersApiRequestsPerMinute;
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

/** The window for unknown callers; charged to no tenant. */
export function untouchedWindow(limit: number): RateWindow {
  return { limit, remaining: limit, resetInSeconds: windowInMs / 1000, isExceeded: false };
}
