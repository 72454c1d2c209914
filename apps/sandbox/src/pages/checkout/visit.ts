import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { checkoutUrl, findSession } from '../../domain/checkout.ts';
import { readClock } from '../../domain/clock.ts';
import { findMilestoneOfShortId, type MilestoneKey } from '../../domain/milestones.ts';
import { createSecret } from '../../domain/secret.ts';
import { findTenantOfClient, type Tenant } from '../../domain/tenants.ts';
import { findUser } from '../../domain/users.ts';
import type { Environment } from '../../http/answer.ts';
import type { SandboxContext } from '../../request-log/request-log.ts';
import type { Row } from '../../store/tables.ts';
import { CheckoutProblem } from './texts.ts';

/** The context of the pages. */
export interface PagesContext extends SandboxContext {
  runner: {
    /** Delivers what a change of a tenant has made due. Call it after the commit. */
    wake(tenant: Tenant): void;
  };
}

/** A request for a page, before the payment is known. */
export interface PageRequest {
  service: PagesContext;
  context: Context<Environment>;
  /** The page's own address without secrets, for its links. */
  address: string;
}

/** The parameters of the checkout's address to keep. All others, including secrets, are dropped. */
const keptParameters = ['client_id', 'payment_methods'];

/** Reads what every page needs. */
export function readPageRequest(service: PagesContext, context: Context<Environment>): PageRequest {
  const { pathname, searchParams } = new URL(context.req.url);
  const kept = [...searchParams].filter(([name]) => keptParameters.includes(name));
  const query = new URLSearchParams(kept).toString();
  return { service, context, address: `${basePath(service.publicUrl)}${pathname}${query && `?${query}`}` };
}

/** A request for the checkout of an existing payment. */
export interface CheckoutVisit extends PageRequest {
  tenant: Tenant;
  milestone: Row<'milestones'>;
  /** The tenant's id and the milestone's. */
  key: MilestoneKey;
  /**
   * The address of the checkout without ticket, to which `&` can append parameters. It has no scheme and host, so that the buyer stays
   * on the same host.
   */
  checkout: string;
  /** The time on the tenant's clock. */
  now: number;
  /** The secret of this browser: of a session, or of a visit before signing in. */
  secret: string | undefined;
  /** The visitor if signed in. The consent is the present one (TICKET-5). */
  buyer: Row<'users'> | undefined;
  /** Whether the visitor was signed in until the session expired. */
  isExpired: boolean;
}

/** A visit whose browser has a secret, which its forms need. */
export type BrowserVisit = CheckoutVisit & { secret: string };

/** A visit of a signed-in buyer. */
export type BuyerVisit = BrowserVisit & { buyer: Row<'users'> };

/** Whether the visitor is signed in. */
export function isBuyerVisit(visit: CheckoutVisit): visit is BuyerVisit {
  return visit.buyer !== undefined;
}

/** Finds the payment of the address, and the visitor. Throws a {@link CheckoutProblem} if there is none. */
export function findVisit(request: PageRequest): CheckoutVisit {
  const { service, context } = request;
  const { store, publicUrl } = service;
  const clientId = context.req.query('client_id');
  if (!clientId) throw new CheckoutProblem('linkIncomplete');
  const tenant = findTenantOfClient(store, clientId);
  if (!tenant) throw new CheckoutProblem('foreignClient');
  const tenantId = tenant.id;
  const shortId = context.req.param('shortId') ?? '';
  const milestone = findMilestoneOfShortId(store, { tenantId, shortId });
  if (!milestone) throw new CheckoutProblem('unknownPayment');
  const key = { tenantId, milestoneId: milestone.id };
  const now = readClock(tenant.clock, service.systemNow());
  const checkout = checkoutUrl({ publicUrl: basePath(publicUrl), tenant, shortId });
  const secret = readPageCookie(context, 'checkout');
  const found = secret === undefined ? undefined : findSession(store, { tenant, session: secret });
  const session = found?.milestoneId === milestone.id ? found : undefined;
  const isExpired = session !== undefined && session.expiresAt <= now;
  const userId = isExpired ? undefined : session?.userId;
  const buyer = userId === undefined ? undefined : findUser(store, { tenantId, userId });
  return { ...request, tenant, milestone, key, checkout, now, secret, buyer, isExpired };
}

/** Gives the browser a new secret, so that an earlier one is useless. */
export function beginVisit(visit: CheckoutVisit): BrowserVisit {
  const secret = createSecret('visit');
  setPageCookie(visit, 'checkout', secret);
  return { ...visit, secret };
}

/**
 * The cookies of a checkout. Each checkout has its own, so that two in one browser do not collide. `checkout` is the browser's
 * secret, `checkout_typed` a mistyped phone number until it is corrected, so that no address holds it.
 */
type CookieName = 'checkout' | 'checkout_typed';

/** The end of the name of the second cookie. */
const plain = '_plain';

/**
 * Sets a cookie that also works in an iframe of another site: `SameSite=None; Secure`, and `Partitioned`, so that a session of
 * one site does not exist on another. Browsers accept `Secure` cookies from https and, most of them, from loopback. Over http,
 * a second cookie serves the other browsers, for the page in its own window.
 */
export function setPageCookie({ context, checkout }: CheckoutVisit, name: CookieName, value: string): void {
  const [path = ''] = checkout.split('?');
  setCookie(context, name, value, { path, httpOnly: true, secure: true, sameSite: 'None', partitioned: true });
  if (!isEncrypted(context)) setCookie(context, name + plain, value, { path, httpOnly: true, sameSite: 'Lax' });
}

/** Reads what {@link setPageCookie} set. */
export function readPageCookie(context: Context<Environment>, name: CookieName): string | undefined {
  return getCookie(context, name) ?? (isEncrypted(context) ? undefined : getCookie(context, name + plain));
}

/** Also true behind a proxy that terminates TLS. A false claim of a client affects only its own cookies. */
function isEncrypted({ req }: Context<Environment>): boolean {
  return req.header('x-forwarded-proto') === 'https';
}

/** The path before ours, if a proxy serves the sandbox below one. */
export function basePath(publicUrl = ''): string {
  return URL.parse(publicUrl)?.pathname.replace(/\/+$/, '') ?? '';
}
