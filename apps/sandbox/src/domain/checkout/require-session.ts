import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret } from '../secret-hash.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** What the buyer does at the checkout, at a time on the tenant's clock. */
export interface CheckoutStep {
  tenant: Tenant;
  session: string;
  now: number;
}

/** Finds a checkout session, one that has expired included. */
export function findSession(
  db: Db,
  { tenant, session }: Omit<CheckoutStep, 'now'>,
): Promise<Row<'checkoutSessions'> | undefined> {
  return db
    .selectFrom('checkoutSessions')
    .where('tenantId', '=', tenant.id)
    .where('sessionHash', '=', hashSecret(session))
    .selectAll()
    .executeTakeFirst();
}

/** Finds a checkout session. Refuses one that is unknown or has expired (AUTH-7). */
export async function requireSession(db: Db, { now, ...name }: CheckoutStep): Promise<Row<'checkoutSessions'>> {
  const row = await findSession(db, name);
  if (row && row.expiresAt > now) return row;
  const what = row ? 'The checkout session has expired.' : 'There is no such checkout session.';
  const message = `${what} Open the checkout again with a fresh ticket.`;
  throw new Refusal('unauthorized', { rule: 'AUTH-7', field: 'session', message });
}
