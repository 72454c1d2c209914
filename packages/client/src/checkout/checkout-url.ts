import { fail } from '../errors/escrow-error.ts';

declare const shortId: unique symbol;

/**
 * The short id of a contract, which a ticket request needs. Only a checkout URL contains it, so an internal id or your own
 * reference does not type-check (TICKET-2).
 */
export type ShortId = string & { readonly [shortId]: true };

/** The information in a checkout URL. */
export interface CheckoutUrlParts {
  /** The payment reference for the ticket request (TICKET-2). */
  shortId: ShortId;
  /** The payment methods of the organization's contract, such as `MANUAL_BANK_TRANSFER` (PAY-2). */
  paymentMethods: string[];
}

/** What can stand in a scope. Any other character would split the scope or make it invalid (RFC 6749, 3.3). */
export const scopeToken: RegExp = /^[!#-[\]-~]+$/;

/**
 * Reads a checkout URL: the segment after `/external/` is the short id (PAY-3).
 * @throws EscrowError `decode` if it has no short id, or one that cannot stand in the scope of a ticket request.
 */
export function parseCheckoutUrl(checkoutUrl: string): CheckoutUrlParts {
  const url = URL.canParse(checkoutUrl) ? new URL(checkoutUrl) : undefined;
  const shortId = decode(url?.pathname.match('/external/([^/]+)')?.[1]);
  if (!url || !shortId || !scopeToken.test(shortId)) {
    const problem = 'The checkout URL has no shortId after /external/ (PAY-3), or one that a scope cannot contain.';
    fail('decode', problem, { outcome: 'unknown' });
  }
  const methods = url.searchParams.get('payment_methods') ?? '';
  return { shortId: shortId as ShortId, paymentMethods: methods.split(',').filter((method) => method !== '') };
}

/** Decodes a segment of a path; undefined if it is malformed. */
function decode(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
