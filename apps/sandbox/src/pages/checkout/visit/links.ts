import { checkoutUrl } from '../../../domain/checkout/checkout-url.ts';
import type { Tenant } from '../../../domain/tenants/tenant.ts';

/** Parameters of the checkout's address that are kept; all others, secrets among them, are dropped. */
const keptParameters = ['client_id', 'payment_methods'];

/** Where the pages of one checkout are, each without scheme and host: the buyer stays where the buyer is. */
export interface CheckoutLinks {
  /** The path that cookies of this checkout are sent to. */
  path: string;
  /** The checkout itself, without ticket. */
  checkout: string;
  /** The way back to the shop. */
  return: string;
}

/** The path before ours, where a proxy serves the sandbox below one. */
export function basePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** The links of a payment that exists. */
export function linksOf({
  publicUrl,
  tenant,
  shortId,
}: {
  publicUrl: string;
  tenant: Tenant;
  shortId: string;
}): CheckoutLinks {
  const checkout = checkoutUrl({ publicUrl: basePath(publicUrl), tenant, shortId });
  const [path = '', query = ''] = checkout.split('?');
  return { path, checkout, return: `${path}/return?${query}` };
}

/** The address that was asked for, without what has no place in a history. */
export function cleanAddress(publicUrl: string, requested: URL): string {
  const kept = [...requested.searchParams].filter(([name]) => keptParameters.includes(name));
  const query = new URLSearchParams(kept).toString();
  return `${basePath(publicUrl)}${requested.pathname}${query && `?${query}`}`;
}

/** An address of a payment that exists, with what its page was asked to say or show: never more than we put there. */
export function keepView(address: string, { searchParams }: URL): string {
  return ['problem', 'mistake', 'view', 'method'].reduce((kept, name) => {
    const value = searchParams.get(name);
    return value === null ? kept : withParameter(kept, name, value);
  }, address);
}

/** The dashboard's page of a tenant, where an integrator does by hand what outside of a sandbox happens by itself. */
export function dashboardAddress(
  { service, tenant }: { service: { publicUrl: string }; tenant: Tenant },
  page: string,
): string {
  return `${basePath(service.publicUrl)}/dashboard/${encodeURIComponent(tenant.id)}/${page}`;
}

/** Adds a parameter to one of our addresses. */
export function withParameter(address: string, name: string, value: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}
