import type { Db } from '../../storage/database.ts';
import type { ConsentStatus, Row } from '../../storage/tables.ts';
import type { PaymentWay } from '../payments/payments.ts';
import { Refusal } from '../refusal.ts';
import { createSecret, hashSecret } from '../secret.ts';
import { payMilestone } from '../settlement/pay-milestone.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { setConsent } from '../users/user.ts';

/** An action of the buyer at the checkout, at a time on the tenant's clock. */
export interface CheckoutStep {
  tenant: Tenant;
  session: string;
  now: number;
}

/** Finds a checkout session, even an expired one. */
export function findSession(
  db: Db,
  { tenant, session }: Omit<CheckoutStep, 'now'>,
): Promise<Row<'checkoutSessions'> | undefined> {
  return db
    .selectFrom('checkoutSessions')
    .where((eb) => eb.and({ tenantId: tenant.id, sessionHash: hashSecret(session) }))
    .selectAll()
    .executeTakeFirst();
}

/** Finds a checkout session. Throws if it is unknown or has expired (AUTH-7a). */
async function requireSession(db: Db, { now, ...name }: CheckoutStep): Promise<Row<'checkoutSessions'>> {
  const row = await findSession(db, name);
  if (row && row.expiresAt > now) return row;
  const what = row ? 'The checkout session has expired.' : 'There is no such checkout session.';
  const message = `${what} Open the checkout again with a fresh ticket.`;
  throw new Refusal('unauthorized', { rule: 'AUTH-7a', field: 'session', message });
}

/** The lifetime of a session. Our choice: not shown. */
const sessionLifetimeInMs = 30 * 60 * 1000;

/**
 * Begins the session of a buyer at the checkout of a milestone. It is open until it expires; nothing prolongs it or ends it
 * earlier. Only its hash is stored.
 */
export async function insertSession(
  db: Db,
  { tenantId, milestoneId, userId, now }: { tenantId: string; milestoneId: string; userId: number; now: number },
): Promise<{ session: string; expiresAt: number }> {
  const session = createSecret('session');
  const expiresAt = now + sessionLifetimeInMs;
  await db
    .insertInto('checkoutSessions')
    .values({ tenantId, sessionHash: hashSecret(session), milestoneId, userId, expiresAt })
    .execute();
  return { session, expiresAt };
}

/**
 * Grants or declines the consent of the session's buyer: the checkout login of USER-3, which also reverses an earlier decline
 * (USER-4). Throws if the session is unknown or has expired (AUTH-7a).
 */
export async function giveConsent(
  trx: Db,
  { granted, ...step }: CheckoutStep & { granted: boolean },
): Promise<{ userId: number; consent: ConsentStatus }> {
  const { userId } = await requireSession(trx, step);
  const consent = granted ? 'GRANTED' : 'DECLINED';
  await setConsent(trx, { tenantId: step.tenant.id, userId, consent });
  return { userId, consent };
}

/**
 * Pays as the buyer of a session and returns what was paid. Consent is checked again at this moment (TICKET-5). Call it in a
 * transaction. Default method: see {@link PaymentWay}. Throws if the session is unknown or has expired (AUTH-7a), and whatever
 * {@link payMilestone} throws.
 */
export async function payCheckout(
  trx: Db,
  { method, attempt, ...step }: CheckoutStep & PaymentWay,
): Promise<{ milestoneId: string; userId: number }> {
  const { milestoneId, userId } = await requireSession(trx, step);
  await payMilestone(trx, { tenant: step.tenant, milestoneId, buyerId: userId, now: step.now, method, attempt });
  return { milestoneId, userId };
}
