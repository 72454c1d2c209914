import type { ServiceOperation } from '../../document/operations.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { Db } from '../../storage/database.ts';
import { countRequest, type RateWindow } from './count-request.ts';

/** The operations of one host together have the limit. */
export function isRateLimited({ host }: ServiceOperation): boolean {
  return host === 'users';
}

/** Counts a request, outside of its transaction: refused ones count too. `now` is on the tenant's clock. */
export function countUsersApiRequest(db: Db, { tenant, now }: { tenant: Tenant; now: number }): Promise<RateWindow> {
  return countRequest(db, { tenantId: tenant.id, limit: tenant.settings.usersApiRequestsPerMinute, now });
}

/** Refuses a request beyond the limit (UAPI-6). */
export function checkRate({ isExceeded, limit, resetInSeconds }: RateWindow): void {
  if (!isExceeded) return;
  throw new Refusal('rate_limited', {
    rule: 'UAPI-6',
    message: `The Users API takes ${limit} requests a minute: wait ${resetInSeconds} s.`,
    retryAfterInSeconds: resetInSeconds,
  });
}
