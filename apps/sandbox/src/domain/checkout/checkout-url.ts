import { Refusal } from '../refusal.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** The parts of a checkout's address. */
export interface CheckoutOfTenant {
  publicUrl: string;
  tenant: Tenant;
  shortId: string;
}

/** The address of the hosted checkout. The methods are the organization's; the caller does not choose them (PAY-2, PAY-3). */
export function checkoutUrl({ publicUrl, tenant, shortId }: CheckoutOfTenant): string {
  const methods = tenant.settings.paymentMethods.map(encodeURIComponent).join(',');
  const clientId = encodeURIComponent(tenant.clientId);
  return `${publicUrl}/checkout/external/${shortId}?client_id=${clientId}&payment_methods=${methods}`;
}

/** The buyer's credential in a checkout URL: a ticket (CHECKOUT-1) or a legacy customer token (CHECKOUT-3). */
export type Credential = { ticket: string } | { customerToken: string };

/** The parts of a checkout URL. */
export interface CheckoutUrlParts {
  clientId: string;
  shortId: string;
  credential?: Credential | undefined;
}

/** The path segment before the shortId (PAY-3). */
const segmentBeforeShortId = 'external';

/**
 * Reads a checkout URL as the buyer's browser gets it: client id (PAY-2), shortId (PAY-3) and credential. Throws if the client
 * id or the shortId is missing.
 */
export function parseCheckoutUrl(checkoutUrl: string): CheckoutUrlParts {
  const url = URL.parse(checkoutUrl);
  const shortId = url && readShortId(url);
  if (!shortId) {
    const message = 'Send the checkout URL that starting the payment returned: its path ends in /external/<shortId>.';
    throw new Refusal('rule_violation', { rule: 'PAY-3', field: 'checkoutUrl', message });
  }
  const clientId = url.searchParams.get('client_id');
  if (!clientId) {
    const message =
      'The checkout URL has no client_id. Append the ticket to the URL that starting the payment returned.';
    throw new Refusal('rule_violation', { rule: 'PAY-2', field: 'checkoutUrl', message });
  }
  return { clientId, shortId, credential: readCredential(url) };
}

function readShortId(url: URL): string | undefined {
  const segments = url.pathname.split('/');
  return segments[segments.indexOf(segmentBeforeShortId) + 1] || undefined;
}

/** Reads the credential of an address. If both kinds are present, the ticket counts. */
export function readCredential({ searchParams }: URL): Credential | undefined {
  const ticket = searchParams.get('ticket');
  if (ticket) return { ticket };
  const customerToken = searchParams.get('userTokenUrl');
  return customerToken ? { customerToken } : undefined;
}
