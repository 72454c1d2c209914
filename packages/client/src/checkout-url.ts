import type { Secret, SecretKind, SecretText } from './document/secret.ts';
import { fail } from './errors.ts';
import { expectAddresses, OptionFaults } from './input.ts';
import { isText } from './json.ts';

/** The characters of a scope. Any other character would split the scope or make it invalid (RFC 6749, 3.3). */
export const scopeToken: RegExp = /^[!#-[\]-~]+$/;

declare const shortId: unique symbol;

/**
 * The short ID of a contract, which a ticket request needs. Only a checkout URL contains it, so an internal ID or your own
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

/**
 * Reads a checkout URL: the segment after `/external/` is the short ID (PAY-3).
 * @throws EscrowError `decode` if it has no short ID, or one that the scope of a ticket request cannot contain.
 */
export function parseCheckoutUrl(checkoutUrl: string): CheckoutUrlParts {
  const url = URL.canParse(checkoutUrl) ? new URL(checkoutUrl) : undefined;
  const shortId = decode(url?.pathname.match('/external/([^/]+)')?.[1]);
  if (!url || !shortId || !scopeToken.test(shortId)) {
    const problem = 'The checkout URL has no usable shortId after /external/ (PAY-3).';
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

/** The options of a redirect to the checkout. */
export interface RedirectOptions {
  /**
   * The only addresses that may receive a ticket or token: those of your environment's checkout, such as
   * `https://checkout.escrow.example`. Paths are not compared. Default: the addresses in the service's document (our choice: the
   * checkout's host is not shown).
   */
  checkoutHosts?: readonly string[] | undefined;
}

/** The origins in the service's document: those of its hosts, and of the checkout in its examples. No deployment adds one. */
export const documentOrigins: readonly string[] = [
  'https://auth.escrow.example',
  'https://checkout.escrow.example',
  'https://contract.escrow.example',
  'https://identity.escrow.example',
  'https://legacy.escrow.example',
  'https://users.escrow.example',
];

const addressRemedy = 'Give the URL that startPayment returned: it begins with https://, or http:// for a sandbox.';

/**
 * Parses a checkout URL and checks that it may receive a ticket or token.
 * @throws EscrowError `configuration` if it may not.
 */
export function parseAllowedCheckoutUrl(checkoutUrl: string, options: RedirectOptions = {}): URL {
  const faults = new OptionFaults();
  const { checkoutHosts = documentOrigins } = faults.group('', options, ['checkoutHosts']) as RedirectOptions;
  expectAddresses(faults, checkoutHosts);
  faults.throwIfAny('The redirect was not made');
  if (!URL.canParse(checkoutUrl)) refuse(`is not a URL. ${addressRemedy}`);
  const url = new URL(checkoutUrl);
  if (!/^https?:$/.test(url.protocol)) refuse(`begins with ${url.protocol} and receives no ticket. ${addressRemedy}`);
  if (!checkoutHosts.some((host) => new URL(host).origin === url.origin)) {
    const remedy = `If that is your checkout, add ${url.origin} to the option checkoutHosts.`;
    refuse(`leads to ${url.origin}, which is not allowed: it receives no ticket. ${remedy}`);
  }
  if (url.username || url.password) refuse('has a user name or a password: it receives no ticket. Leave both out.');
  return url;
}

const refuse = (problem: string): never => fail('configuration', `The checkout URL ${problem}`);

/** The text of a secret, which must be of this kind. */
function textOf<Kind extends SecretKind>(kind: Kind, secret: Secret<Kind> | SecretText<Kind>): string {
  if (isText(secret)) return secret;
  if (typeof secret !== 'object' || secret === null || !('reveal' in secret)) {
    fail('configuration', `The ${kind} is missing: give the one from the service (AUTH-10).`);
  }
  if (secret.kind === kind) return secret.reveal();
  fail('configuration', `A ${secret.kind} is not a ${kind}: give the ${kind} from the service (AUTH-10).`);
}

/** The query parameters that identify the payer. */
const credentialNames = ['ticket', 'userTokenUrl'];

/** Whether a parameter, as it stands in the URL, identifies a payer. */
function isCredential(parameter: string): boolean {
  const [name = ''] = new URLSearchParams(`?${parameter}`).keys();
  return credentialNames.includes(name);
}

/** Half of a UTF-16 surrogate pair. A URL cannot contain it. */
const loneSurrogate = /\p{Surrogate}/u;

/** Replaces any credential that the URL already has, which can belong to another user. The rest of the URL stays as it is. */
function redirectUrl<Kind extends SecretKind>(
  checkoutUrl: string,
  { name, kind, secret }: { name: string; kind: Kind; secret: Secret<Kind> | SecretText<Kind> },
  options: RedirectOptions | undefined,
): string {
  const text = textOf(kind, secret);
  if (loneSurrogate.test(text)) {
    fail('configuration', `The ${kind} contains half a character, which a URL cannot contain: request a new one.`);
  }
  const url = parseAllowedCheckoutUrl(checkoutUrl, options);
  const parameters = url.search.slice(1).split('&');
  const others = parameters.filter((parameter) => parameter && !isCredential(parameter));
  url.search = [...others, `${name}=${encodeURIComponent(text)}`].join('&');
  return url.href;
}

/**
 * Returns the address to redirect the buyer's browser to: the checkout URL with the ticket (CHECKOUT-1). Do not log it. Replaces a
 * ticket or token that the URL already has.
 * @throws EscrowError `configuration` if the ticket is another kind of secret, or the address may not receive it.
 */
export const checkoutRedirectUrl = (
  checkoutUrl: string,
  ticket: Secret<'ticket'> | SecretText<'ticket'>,
  options?: RedirectOptions,
): string => redirectUrl(checkoutUrl, { name: 'ticket', kind: 'ticket', secret: ticket }, options);

/**
 * The legacy way to the checkout: returns the checkout URL with the buyer's legacy customer token (CHECKOUT-3, AUTH-10). Refuses
 * the `clientUserToken` of a sign-up, which is a password (LEGACY-2); how to get a customer token with it is not shown.
 * @deprecated Use {@link checkoutRedirectUrl} with a ticket.
 */
export const legacyCheckoutRedirectUrl = (
  checkoutUrl: string,
  customerToken: Secret<'customerToken'> | SecretText<'customerToken'>,
  options?: RedirectOptions,
): string => redirectUrl(checkoutUrl, { name: 'userTokenUrl', kind: 'customerToken', secret: customerToken }, options);
