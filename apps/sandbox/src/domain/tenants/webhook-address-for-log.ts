import { readWebhookAddress } from './webhook-address.ts';

/** A webhook address as it may be shown: without user name, password and the values of its query. */
export function webhookAddressForLog(url: string | null | undefined): string | null {
  return url ? readWebhookAddress(url).forLog : null;
}
