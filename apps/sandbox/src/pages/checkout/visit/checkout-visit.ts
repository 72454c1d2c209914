import { findSession } from '../../../domain/checkout/session.ts';
import { findMilestoneOfShortId } from '../../../domain/milestones/require-milestone.ts';
import { createSecret } from '../../../domain/secret.ts';
import { findTenantOfClient, readClock, type Tenant } from '../../../domain/tenants/tenant.ts';
import { findUser } from '../../../domain/users/user.ts';
import { isStorable } from '../../../http/read-request.ts';
import type { Db } from '../../../storage/database.ts';
import type { Row } from '../../../storage/tables.ts';
import { CheckoutProblem } from '../texts/problem.ts';
import { type CookieScope, readPageCookie, setPageCookie } from './cookies.ts';
import { type CheckoutLinks, keepView, linksOf } from './links.ts';
import type { PageRequest } from './page-request.ts';

/** A request for the checkout of an existing payment. Its visitor is unknown, signed in, or was until the session expired. */
export interface CheckoutVisit extends PageRequest {
  tenant: Tenant;
  milestone: Row<'milestones'>;
  links: CheckoutLinks;
  /** The time on the tenant's clock. */
  now: number;
  /** The secret of this browser: of a session, or of a visit before signing in. */
  secret: string | undefined;
  visitor: Visitor;
}

/** The visitor. A buyer's consent is the present one (TICKET-5). */
type Visitor = { kind: 'unknown' } | { kind: 'expired' } | { kind: 'buyer'; buyer: Row<'users'> };

/** A visit of a signed-in buyer. */
export type BuyerVisit = CheckoutVisit & { secret: string; visitor: Extract<Visitor, { kind: 'buyer' }> };

/** Whether the visitor is signed in. */
export function isBuyerVisit(visit: CheckoutVisit): visit is BuyerVisit {
  return visit.visitor.kind === 'buyer';
}

/** Finds the payment of the address, and the visitor. Throws a {@link CheckoutProblem} if there is none. */
export async function findVisit(request: PageRequest): Promise<CheckoutVisit> {
  const { service, context } = request;
  const { db, publicUrl } = service;
  const clientId = context.req.query('client_id');
  if (!clientId) throw new CheckoutProblem('linkIncomplete');
  const tenant = await findTenantOfClient(db, storable(clientId));
  if (!tenant) throw new CheckoutProblem('foreignClient');
  const shortId = storable(context.req.param('shortId') ?? '');
  const milestone = await findMilestoneOfShortId(db, { tenantId: tenant.id, shortId });
  if (!milestone) throw new CheckoutProblem('unknownPayment');
  const now = readClock(tenant.clock, service.systemNow());
  const links = linksOf({ publicUrl, tenant, shortId });
  const secret = readPageCookie(context, secretCookie(links));
  const visitor = secret === undefined ? unknown : await identify(db, { tenant, milestone, session: secret, now });
  const address = keepView(links.checkout, new URL(context.req.url));
  return { ...request, address, tenant, milestone, links, now, secret, visitor };
}

/** The cookie of a browser's secret. Each checkout has its own, so that two in one browser do not collide. */
export function secretCookie({ path }: CheckoutLinks): CookieScope {
  return { name: 'checkout', path };
}

/** The cookie of a mistyped phone number until it is corrected, so that no address holds it. */
export function typedCookie({ path }: CheckoutLinks): CookieScope {
  return { name: 'checkout_typed', path };
}

/** Gives the browser a new secret, so that an earlier one is useless. */
export function beginVisit({ context, links }: CheckoutVisit): string {
  const secret = createSecret('visit');
  setPageCookie(context, secretCookie(links), secret);
  return secret;
}

const unknown: Visitor = { kind: 'unknown' };

/** The text, or an empty one if no store can hold it, so that nothing matches. */
function storable(text: string): string {
  return isStorable(text) ? text : '';
}

async function identify(
  db: Db,
  step: { tenant: Tenant; milestone: Row<'milestones'>; session: string; now: number },
): Promise<Visitor> {
  const session = await findSession(db, step);
  if (session?.milestoneId !== step.milestone.id) return unknown;
  if (session.expiresAt <= step.now) return { kind: 'expired' };
  const buyer = await findUser(db, { tenantId: step.tenant.id, userId: session.userId });
  return buyer ? { kind: 'buyer', buyer } : unknown;
}
