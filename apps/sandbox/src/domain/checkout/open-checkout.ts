import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { fromHalalas } from '../halalas.ts';
import { findMilestoneOfShortId } from '../milestones/require-milestone.ts';
import { type BuyerName, findBuyer } from '../parties/list-parties.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret } from '../secret.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { setConsent } from '../users/user.ts';
import type { CheckoutUrlParts } from './checkout-url.ts';
import { redeemTicket } from './redeem-ticket.ts';
import { insertSession } from './session.ts';

/** The buyer's session at the checkout. The amount is as on the wire, the time on the tenant's clock. */
export type Checkout = ControlSchema<'Checkout'>;

/** The visitor who opens a checkout: the buyer of the URL's credential, otherwise the one who signs in with this phone. */
interface Visitor extends CheckoutUrlParts {
  buyerPhone?: string | undefined;
}

/**
 * Exchanges a ticket or a legacy customer token of the buyer's browser for a session (AUTH-7, CHECKOUT-1, CHECKOUT-3). Opening
 * needs no consent, because the buyer can give it at the checkout (USER-3); signing in there gives it. Call it in a transaction.
 *
 * Throws a Refusal for another client's URL (AUTH-5a), an unknown shortId or a ticket for another one (TICKET-2), a ticket that
 * is unknown, expired or already used, and a user who is not a CUSTOMER of the milestone (AUTH-7a).
 */
export async function openCheckout(
  trx: Db,
  { tenant, now, ...visitor }: Visitor & { tenant: Tenant; now: number },
): Promise<Checkout> {
  if (visitor.clientId !== tenant.clientId) {
    const message = 'The checkout URL names another client. Use the client that created the contract.';
    throw new Refusal('forbidden', { rule: 'AUTH-5a', field: 'client_id', message });
  }
  const name = await identifyBuyer(trx, { ...visitor, tenantId: tenant.id, now });
  const milestone = await requireShortId(trx, { tenantId: tenant.id, shortId: visitor.shortId });
  const buyer = await findBuyer(trx, { tenantId: tenant.id, milestoneId: milestone.id, ...name });
  const signsIn = name.buyerPhone !== undefined;
  if (signsIn) await setConsent(trx, { tenantId: tenant.id, userId: buyer.id, consent: 'GRANTED' });
  return {
    ...(await insertSession(trx, { tenantId: tenant.id, milestoneId: milestone.id, userId: buyer.id, now })),
    milestoneId: milestone.id,
    shortId: milestone.shortId,
    userId: buyer.id,
    amount: fromHalalas(milestone.itemPrice),
    state: milestone.state,
    consent: signsIn ? 'GRANTED' : buyer.consent,
  };
}

async function identifyBuyer(
  trx: Db,
  { tenantId, credential, buyerPhone, shortId, now }: Visitor & { tenantId: string; now: number },
): Promise<BuyerName> {
  if (credential && 'ticket' in credential) {
    return { buyerId: await redeemTicket(trx, { tenantId, ticket: credential.ticket, shortId, now }) };
  }
  if (credential) return { buyerId: await identifyLegacyBuyer(trx, { tenantId, ...credential }) };
  if (buyerPhone !== undefined) return { buyerPhone };
  const message = 'Append &ticket=<url-encoded ticket> to the checkout URL. It says who pays.';
  throw new Refusal('unauthorized', { rule: 'CHECKOUT-1', field: 'checkoutUrl', message });
}

async function requireShortId(
  db: Db,
  { tenantId, shortId }: { tenantId: string; shortId: string },
): Promise<Row<'milestones'>> {
  const row = await findMilestoneOfShortId(db, { tenantId, shortId });
  if (row) return row;
  const message =
    'No payment has this reference. Take the shortId from the checkout URL, not an id or reference of yours.';
  throw new Refusal('not_found', { rule: 'TICKET-2', field: 'shortId', message });
}

/**
 * Finds the user of a legacy customer token (AUTH-10, CHECKOUT-3). Refuses the password of a sign-up (LEGACY-2), and anything
 * else that is not a customer token of the client.
 */
async function identifyLegacyBuyer(
  db: Db,
  { tenantId, customerToken }: { tenantId: string; customerToken: string },
): Promise<number> {
  const row = await db
    .selectFrom('credentials')
    .where((eb) => eb.and({ tenantId, tokenHash: hashSecret(customerToken) }))
    .select(['kind', 'userId'])
    .executeTakeFirst();
  if (row?.kind === 'legacyCustomer' && row.userId !== null) return row.userId;
  const message =
    row?.kind === 'clientUserToken'
      ? "userTokenUrl holds a clientUserToken, the customer's password, which no browser may see. Send a payment ticket."
      : 'userTokenUrl is not a customer token of this client. Send a payment ticket, which replaces it.';
  throw new Refusal('unauthorized', { rule: 'AUTH-1b', field: 'userTokenUrl', message });
}
