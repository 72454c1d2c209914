import type { Store } from '../store/store.ts';
import { Refusal } from './refusal.ts';
import type { Tenant } from './tenants.ts';

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
 * Counts a request in the tenant's present minute (UAPI-6), outside its transaction, because refused requests count too. Minutes
 * follow the clock: our choice.
 */
export function countUsersApiRequest(store: Store, { tenant, now }: { tenant: Tenant; now: number }): RateWindow {
  const limit = tenant.settings.usersApiRequestsPerMinute;
  const startedAt = now - (now % windowInMs);
  const window = { tenantId: tenant.id, startedAt };
  const count = 1 + (store.find('rateWindows', window)?.count ?? 0);
  if (count === 1) {
    store.delete('rateWindows', { tenantId: tenant.id });
    store.insert('rateWindows', { ...window, count });
  } else {
    store.update('rateWindows', window, { count });
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

/** Throws if the request exceeds the limit (UAPI-6a). */
export function checkRate({ isExceeded, limit, resetInSeconds }: RateWindow): void {
  if (!isExceeded) return;
  throw new Refusal('rate_limited', {
    rule: 'UAPI-6a',
    message: `The Users API accepts ${limit} requests a minute: wait ${resetInSeconds} s.`,
    retryAfterInSeconds: resetInSeconds,
  });
}
