import { fail } from './errors/escrow-error.ts';

declare const shortId: unique symbol;

/**
 * The short id of a contract, which names it in a ticket request. Only a checkout URL gives one, so that an internal id
 * or a reference of one's own does not type-check in its place (TICKET-2).
 */
export type ShortId = string & { readonly [shortId]: true };

/** What a checkout URL says. */
export interface CheckoutUrlParts {
  shortId: ShortId;
  /** The payment methods of the organization's contract, such as `MANUAL_BANK_TRANSFER` (PAY-2). */
  paymentMethods: string[];
}

/**
 * Reads a checkout URL: the segment after `/external/` is the short id (PAY-3).
 * @throws EscrowError `decode` where it has none.
 */
export function parseCheckoutUrl(checkoutUrl: string): CheckoutUrlParts {
  try {
    const { pathname, searchParams } = new URL(checkoutUrl);
    const [, segment] = pathname.match('/external/([^/]+)') as string[];
    return {
      shortId: decodeURIComponent(segment as string) as ShortId,
      paymentMethods: searchParams.get('payment_methods')?.match(/[^,]+/g) ?? [],
    };
  } catch {
    fail('decode', 'the checkout URL has no shortId (PAY-3).', { outcome: 'unknown' });
  }
}
