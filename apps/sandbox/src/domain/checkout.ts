import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Store } from '../store/store.ts';
import type { ConsentStatus, Row } from '../store/tables.ts';
import { fromHalalas } from './halalas.ts';
import { findMilestone, findMilestoneOfShortId } from './milestones.ts';
import { type BuyerName, findBuyer, listParties } from './parties.ts';
import type { PaymentWay } from './payments.ts';
import { Refusal } from './refusal.ts';
import type { RefuseOrNote } from './refuse-or-note.ts';
import { createSecret, hashSecret } from './secret.ts';
import { payMilestone } from './settlement.ts';
import type { Tenant, TenantCall } from './tenants.ts';
import { findUserByPhone, hintOfPhone, setConsent } from './users.ts';

/**
 * Stores the return address of a milestone's buyer, and returns the milestone's shortId (PAY-1, PAY-3). Throws for another
 * client (AUTH-5a), an address that no browser should open (PAY-1b), an unknown milestone (PAY-4), one without parties (STATE-2b),
 * with a party who has not joined (STATE-3a) or without a buyer (PAY-1c), and one that has been paid (STATE-4a).
 */
export function startPayment(
  { store, tenant, now, refuseOrNote }: TenantCall,
  { clientId, milestoneId, redirectUrl }: { clientId: string; milestoneId: string; redirectUrl: string | undefined },
): string {
  if (clientId !== tenant.clientId) {
    const message = 'Send the client ID of the organization that owns the token and the contract.';
    throw new Refusal('forbidden', { rule: 'AUTH-5a', field: 'clientId', message });
  }
  // Refused even if rules are only noted. The shop may use other schemes than http and https.
  if (redirectUrl !== undefined && !canReturnTo(redirectUrl)) {
    const message = 'Send redirectUrl as an http or https URL.';
    throw new Refusal('rule_violation', { rule: 'PAY-1b', field: 'redirectUrl', message });
  }
  const key = { tenantId: tenant.id, milestoneId };
  const milestone = findMilestone(store, key);
  if (!milestone) {
    const message = 'This organization has no such milestone. The service answers that with a bare 500.';
    throw new Refusal('unknown_milestone', { rule: 'PAY-4', field: 'milestoneId', message });
  }
  checkParties(listParties(store, key), refuseOrNote);
  if (milestone.state !== 'WAITING_FOR_PAYMENT') {
    const message = 'The milestone is already paid.';
    throw new Refusal('conflict', { rule: 'STATE-4a', field: 'milestoneId', message });
  }
  const own = { tenantId: tenant.id, id: milestoneId };
  store.update('milestones', own, { redirectUrl: redirectUrl ?? null, updatedAt: now });
  return milestone.shortId;
}

function checkParties(parties: readonly Row<'parties'>[], refuseOrNote: RefuseOrNote): void {
  const refuse = (rule: string, message: string) =>
    refuseOrNote(new Refusal('conflict', { rule, field: 'milestoneId', message }));
  if (parties.length === 0) refuse('STATE-2b', 'The milestone has no parties. Add them first.');
  const isInvited = parties.some(({ joinedAt }) => joinedAt === null);
  if (isInvited) refuse('STATE-3a', 'Some parties have not accepted the invitation. Start the payment when all have.');
  const hasBuyer = parties.some(({ role }) => role === 'CUSTOMER');
  if (!hasBuyer) refuse('PAY-1c', 'The milestone has no CUSTOMER to pay it.');
}

/** Schemes whose addresses run code. */
const runningSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'filesystem:'];

/** Whether a buyer's browser may be sent to an address: that of a web page, or of an app, such as `myapp://return`. */
export function canReturnTo(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol !== undefined && !runningSchemes.includes(protocol);
}

/** The address of the hosted checkout. The methods are the organization's; the caller does not choose them (PAY-2, PAY-3). */
export function checkoutUrl(place: { publicUrl: string; tenant: Tenant; shortId: string }): string {
  const { publicUrl, tenant, shortId } = place;
  const methods = tenant.settings.paymentMethods.map(encodeURIComponent).join(',');
  const clientId = encodeURIComponent(tenant.clientId);
  return `${publicUrl}/checkout/external/${shortId}?client_id=${clientId}&payment_methods=${methods}`;
}

/** The buyer's credential in a checkout URL: a ticket (CHECKOUT-1) or a legacy customer token (CHECKOUT-3). */
export type Credential = { ticket: string } | { customerToken: string };

/** The parts of a checkout URL. */
interface CheckoutUrlParts {
  clientId: string;
  shortId: string;
  credential?: Credential | undefined;
}

/**
 * Reads a checkout URL as the buyer's browser gets it: client id (PAY-2), shortId (PAY-3) and credential. Throws if the client
 * id or the shortId is missing.
 */
export function parseCheckoutUrl(checkoutUrl: string): CheckoutUrlParts {
  const url = URL.parse(checkoutUrl);
  const shortId = /\/external\/([^/]+)/.exec(url?.pathname ?? '')?.[1];
  if (!url || !shortId) {
    const message = 'Send the checkout URL that startPayment returned: its path ends in /external/<shortId>.';
    throw new Refusal('rule_violation', { rule: 'PAY-3', field: 'checkoutUrl', message });
  }
  const clientId = url.searchParams.get('client_id');
  if (!clientId) {
    const message = 'The checkout URL has no client_id. Append the ticket to the URL that startPayment returned.';
    throw new Refusal('rule_violation', { rule: 'PAY-2', field: 'checkoutUrl', message });
  }
  return { clientId, shortId, credential: readCredential(url) };
}

/** Reads the credential of an address. If both kinds are present, the ticket counts. */
export function readCredential({ searchParams }: URL): Credential | undefined {
  const ticket = searchParams.get('ticket');
  if (ticket) return { ticket };
  const customerToken = searchParams.get('userTokenUrl');
  return customerToken ? { customerToken } : undefined;
}

/** The lifetime of a ticket, as in the sample (LIMIT-1). In seconds: our choice, the unit is not shown. */
const ticketLifetimeInSeconds = 300;

/**
 * Issues a ticket for one buyer and one payment reference (TICKET-1). Only its hash is stored. An unknown reference is not
 * refused here; later calls fail (TICKET-2). A PENDING consent is fine, because the buyer can give it at the checkout (TICKET-5).
 * Throws if the buyer is unknown (TICKET-4) or has declined (TICKET-3).
 */
export function issueTicket(
  { store, tenant, now }: TenantCall,
  { phone, shortId }: { phone: string; shortId: string },
): { ticket: string; expiresIn: number } {
  const field = 'login_hint';
  const user = findUserByPhone(store, { tenantId: tenant.id, phone });
  if (!user) {
    const message = `The buyer is not linked to this client. Register or link the buyer first.${hintOfPhone(phone)}`;
    throw new Refusal('invalid_grant', { rule: 'TICKET-4', field, message });
  }
  if (user.consent === 'DECLINED') {
    const message =
      'The buyer declined consent. Reverse it with a fresh consent link, an OTP or a checkout login, then retry.';
    throw new Refusal('consent_rejected', { rule: 'TICKET-3', field, message });
  }
  const ticket = createSecret('ticket');
  const names = { tenantId: tenant.id, ticketHash: hashSecret(ticket), userId: user.id, shortId };
  store.insert('tickets', { ...names, expiresAt: now + ticketLifetimeInSeconds * 1000 });
  return { ticket, expiresIn: ticketLifetimeInSeconds };
}

/** The reasons why a ticket is invalid. */
type TicketFault = 'unknown' | 'otherPayment' | 'used' | 'expired';

const ticketFaults: Record<TicketFault, { rule: string; what: string }> = {
  unknown: { rule: 'AUTH-7a', what: 'This ticket was not issued to this client.' },
  otherPayment: {
    rule: 'TICKET-2',
    what: 'This ticket was issued for another payment reference than the shortId of this URL.',
  },
  used: { rule: 'AUTH-7a', what: 'This ticket was already used. A ticket opens the checkout once.' },
  expired: { rule: 'AUTH-7a', what: 'This ticket has expired.' },
};

/** An invalid ticket. `fault` says why, for the buyer's page. */
export class TicketRefusal extends Refusal {
  readonly fault: TicketFault;

  constructor(fault: TicketFault) {
    const { rule, what } = ticketFaults[fault];
    const message = `${what} Request a ticket with scope payment:<shortId> right before the redirect.`;
    super('unauthorized', { rule, field: 'ticket', message });
    this.fault = fault;
  }
}

/**
 * Uses up a ticket and returns its buyer's user id. A ticket works once, until it expires, and only for its own payment
 * reference (AUTH-7, TICKET-2). If the caller refuses afterwards, the transaction leaves the ticket unused (our choice: not shown).
 */
function redeemTicket(
  store: Store,
  { tenantId, ticket, shortId, now }: { tenantId: string; ticket: string; shortId: string; now: number },
): number {
  const key = { tenantId, ticketHash: hashSecret(ticket) };
  const row = store.find('tickets', key);
  if (!row) throw new TicketRefusal('unknown');
  if (row.shortId !== shortId) throw new TicketRefusal('otherPayment');
  if (row.usedAt !== null) throw new TicketRefusal('used');
  if (row.expiresAt <= now) throw new TicketRefusal('expired');
  store.update('tickets', key, { usedAt: now });
  return row.userId;
}

/** Whether a ticket is a used one of this payment and buyer, so that a buyer who reloads the URL can continue. */
export function isUsedTicketOf(
  store: Store,
  { tenantId, ticket, shortId, userId }: { tenantId: string; ticket: string; shortId: string; userId: number },
): boolean {
  const row = store.find('tickets', { tenantId, ticketHash: hashSecret(ticket), shortId, userId });
  return row !== undefined && row.usedAt !== null;
}

/** The visitor who opens a checkout: the buyer of the URL's credential, otherwise the one who signs in with this phone. */
type Visitor = CheckoutUrlParts & Pick<BuyerName, 'buyerPhone'>;

/**
 * Exchanges a ticket or a legacy customer token of the buyer's browser for a session (AUTH-7, CHECKOUT-1, CHECKOUT-3). The amount
 * of the answer is as on the wire, its time on the tenant's clock. Opening needs no consent, because the buyer can give it at the
 * checkout (USER-3); signing in there gives it. Call it in a transaction.
 *
 * Throws a Refusal for another client's URL (AUTH-5a), an unknown shortId or a ticket for another one (TICKET-2), a ticket that
 * is unknown, expired or already used, and a user who is not a CUSTOMER of the milestone (AUTH-7a).
 */
export function openCheckout(
  store: Store,
  { tenant, now, ...visitor }: Visitor & { tenant: Tenant; now: number },
): ControlSchema<'Checkout'> {
  if (visitor.clientId !== tenant.clientId) {
    const message = 'The checkout URL names another client. Use the client that created the contract.';
    throw new Refusal('forbidden', { rule: 'AUTH-5a', field: 'client_id', message });
  }
  const tenantId = tenant.id;
  const name = identifyBuyer(store, { ...visitor, tenantId, now });
  const milestone = findMilestoneOfShortId(store, { tenantId, shortId: visitor.shortId });
  if (!milestone) {
    const message =
      'No payment has this reference. Take the shortId from the checkout URL, not your own ID or reference.';
    throw new Refusal('not_found', { rule: 'TICKET-2', field: 'shortId', message });
  }
  const buyer = findBuyer(store, { tenantId, milestoneId: milestone.id, ...name });
  const signsIn = name.buyerPhone !== undefined;
  if (signsIn) setConsent(store, { tenantId, userId: buyer.id, consent: 'GRANTED' });
  return {
    ...insertSession(store, { tenantId, milestoneId: milestone.id, userId: buyer.id, now }),
    milestoneId: milestone.id,
    shortId: milestone.shortId,
    userId: buyer.id,
    amount: fromHalalas(milestone.itemPrice),
    state: milestone.state,
    consent: signsIn ? 'GRANTED' : buyer.consent,
  };
}

function identifyBuyer(
  store: Store,
  { tenantId, credential, buyerPhone, shortId, now }: Visitor & { tenantId: string; now: number },
): BuyerName {
  if (credential && 'ticket' in credential) {
    return { buyerId: redeemTicket(store, { tenantId, ticket: credential.ticket, shortId, now }) };
  }
  if (credential) return { buyerId: identifyLegacyBuyer(store, { tenantId, ...credential }) };
  if (buyerPhone !== undefined) return { buyerPhone };
  const message = 'Append &ticket=<url-encoded ticket> to the checkout URL. It identifies the buyer.';
  throw new Refusal('unauthorized', { rule: 'CHECKOUT-1', field: 'checkoutUrl', message });
}

/**
 * Finds the user of a legacy customer token (AUTH-10, CHECKOUT-3). Refuses the password of a sign-up (LEGACY-2), and anything
 * else that is not a customer token of the client.
 */
function identifyLegacyBuyer(
  store: Store,
  { tenantId, customerToken }: { tenantId: string; customerToken: string },
): number {
  const row = store.find('credentials', { tenantId, tokenHash: hashSecret(customerToken) });
  if (row?.kind === 'legacyCustomer' && row.userId !== null) return row.userId;
  const message =
    row?.kind === 'clientUserToken'
      ? "userTokenUrl contains a clientUserToken, the customer's password, which must not reach a browser. Send a payment ticket."
      : 'userTokenUrl is not a customer token of this client. Send a payment ticket, which replaces it.';
  throw new Refusal('unauthorized', { rule: 'AUTH-1b', field: 'userTokenUrl', message });
}

/** The lifetime of a session. Our choice: not shown. */
const sessionLifetimeInMs = 30 * 60 * 1000;

/**
 * Begins the session of a buyer at the checkout of a milestone. It is open until it expires; nothing prolongs it or ends it
 * earlier. Only its hash is stored.
 */
export function insertSession(
  store: Store,
  { now, ...buyer }: { tenantId: string; milestoneId: string; userId: number; now: number },
): { session: string; expiresAt: number } {
  const session = createSecret('session');
  const expiresAt = now + sessionLifetimeInMs;
  store.insert('checkoutSessions', { ...buyer, sessionHash: hashSecret(session), expiresAt });
  return { session, expiresAt };
}

/** An action of the buyer at the checkout, at a time on the tenant's clock. */
interface CheckoutStep {
  tenant: Tenant;
  session: string;
  now: number;
}

/** Finds a checkout session, even an expired one. */
export function findSession(
  store: Store,
  { tenant, session }: Omit<CheckoutStep, 'now'>,
): Row<'checkoutSessions'> | undefined {
  return store.find('checkoutSessions', { tenantId: tenant.id, sessionHash: hashSecret(session) });
}

function requireSession(store: Store, { now, ...name }: CheckoutStep): Row<'checkoutSessions'> {
  const row = findSession(store, name);
  if (row && row.expiresAt > now) return row;
  const what = row ? 'The checkout session has expired.' : 'This checkout session does not exist.';
  const message = `${what} Open the checkout again with a fresh ticket.`;
  throw new Refusal('unauthorized', { rule: 'AUTH-7a', field: 'session', message });
}

/**
 * Grants or declines the consent of the session's buyer: the checkout login of USER-3, which also reverses an earlier decline
 * (USER-4). Throws if the session is unknown or has expired (AUTH-7a).
 */
export function giveConsent(
  store: Store,
  { granted, ...step }: CheckoutStep & { granted: boolean },
): { userId: number; consent: ConsentStatus } {
  const { userId } = requireSession(store, step);
  const consent = granted ? 'GRANTED' : 'DECLINED';
  setConsent(store, { tenantId: step.tenant.id, userId, consent });
  return { userId, consent };
}

/**
 * Pays as the buyer of a session and returns what was paid. Consent is checked again at this moment (TICKET-5). Call it in a
 * transaction. Default method: see {@link PaymentWay}. Throws if the session is unknown or has expired (AUTH-7a), and whatever
 * {@link payMilestone} throws.
 */
export function payCheckout(
  store: Store,
  { method, attempt, ...step }: CheckoutStep & PaymentWay,
): { milestoneId: string; userId: number } {
  const { milestoneId, userId } = requireSession(store, step);
  payMilestone(store, { tenant: step.tenant, milestoneId, buyerId: userId, now: step.now, method, attempt });
  return { milestoneId, userId };
}
