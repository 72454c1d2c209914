import { type CheckoutOfTenant, checkoutUrl } from '../../../domain/checkout/checkout-url.ts';
import type { Tenant } from '../../../domain/tenants/tenant.ts';

/** The parameters of the checkout's address to keep. All others, including secrets, are dropped. */
const keptParameters = ['client_id', 'payment_methods'];

/** The pages of one checkout, without scheme and host, so that the buyer stays on the same host. */
export interface CheckoutLinks {
  /** The path of this checkout's cookies. */
  path: string;
  /** The checkout itself, without ticket. */
  checkout: string;
  /** The way back to the shop. */
  return: string;
}

/** The path before ours, if a proxy serves the sandbox below one. */
export function basePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** The links of an existing payment. */
export function linksOf({ publicUrl, tenant, shortId }: CheckoutOfTenant): CheckoutLinks {
  const checkout = checkoutUrl({ publicUrl: basePath(publicUrl), tenant, shortId });
  const [path = '', query = ''] = checkout.split('?');
  return { path, checkout, return: `${path}/return?${query}` };
}

/** The requested address, without what should not be in a history. */
export function cleanAddress(publicUrl: string, requested: URL): string {
  const kept = [...requested.searchParams].filter(([name]) => keptParameters.includes(name));
  const query = new URLSearchParams(kept).toString();
  return `${basePath(publicUrl)}${requested.pathname}${query && `?${query}`}`;
}

/** The address of an existing payment, with what its page should show; only parameters that we set ourselves. */
export function keepView(address: string, { searchParams }: URL): string {
  return ['problem', 'mistake', 'view', 'method'].reduce((kept, name) => {
    const value = searchParams.get(name);
    return value === null ? kept : withParameter(kept, name, value);
  }, address);
}

/** A page of the tenant's dashboard, on which an integrator does manually what happens automatically outside a sandbox. */
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
