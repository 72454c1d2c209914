import { fail } from '../errors/escrow-error.ts';

declare const shortId: unique symbol;

/**
 * The short id of a contract, which names it in a ticket request. Only a checkout URL gives one, so that an internal id
 * or a reference of one's own does not type-check in its place (TICKET-2).
 */
export type ShortId = string & { readonly [shortId]: true };

/** What a checkout URL says. */
export interface CheckoutUrlParts {
  /** The payment reference that a ticket is asked for with (TICKET-2). */
  shortId: ShortId;
  /** The payment methods of the organization's contract, such as `MANUAL_BANK_TRANSFER` (PAY-2). */
  paymentMethods: string[];
}

/** Whether the scope of a ticket request can carry a text: with any other character it would be several scopes, or none (RFC 6749, 3.3). */
export const fitsScope = (text: string): boolean => /^[!#-[\]-~]+$/.test(text);

/**
 * Reads a checkout URL: the segment after `/external/` is the short id (PAY-3).
 * @throws EscrowError `decode` where it has none, or one that no scope of a ticket request can carry (RFC 6749, 3.3).
 */
export function parseCheckoutUrl(checkoutUrl: string): CheckoutUrlParts {
  const url = URL.canParse(checkoutUrl) ? new URL(checkoutUrl) : undefined;
  const shortId = decoded(url?.pathname.match('/external/([^/]+)')?.[1]);
  if (!url || !shortId)
    fail('decode', 'The checkout URL has no shortId after /external/ (PAY-3).', { outcome: 'unknown' });
  if (!fitsScope(shortId)) {
    const problem = 'The shortId of the checkout URL (PAY-3) has a blank or another character that no scope can carry.';
    fail('decode', problem, { outcome: 'unknown' });
  }
  const methods = url.searchParams.get('payment_methods') ?? '';
  return { shortId: shortId as ShortId, paymentMethods: methods.split(',').filter((method) => method !== '') };
}

/** A segment of a path as text. Undefined where it cannot be decoded. */
function decoded(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
