import type { Tenant } from '../tenants/tenant.ts';

/** The address of the hosted checkout. The methods are the organization's, whatever the caller wishes (PAY-2, PAY-3). */
export function checkoutUrl({
  publicUrl,
  tenant,
  shortId,
}: {
  publicUrl: string;
  tenant: Tenant;
  shortId: string;
}): string {
  const methods = tenant.settings.paymentMethods.map(encodeURIComponent).join(',');
  const clientId = encodeURIComponent(tenant.clientId);
  return `${publicUrl}/checkout/external/${shortId}?client_id=${clientId}&payment_methods=${methods}`;
}
