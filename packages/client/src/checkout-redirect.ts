import { fail } from './errors/escrow-error.ts';
import { addresses } from './options.ts';
import { complete } from './rules/complete.ts';
import { isText } from './rules/is-text.ts';
import { closed } from './rules/value-schema.ts';
import type { Secret, SecretKind, SecretText } from './secret.ts';

/** How a checkout URL is turned into a redirect. */
export interface RedirectOptions {
  /**
   * The only addresses to which a ticket or token may go, such as `https://checkout.escrow.example`; paths are not compared. An http
   * address off loopback has to be listed. Default: any https address, and http on loopback (our choice: not shown).
   */
  checkoutHosts?: readonly string[] | undefined;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1])$/;

/** The parameters that say who pays. */
const credentialNames = ['ticket', 'userTokenUrl'];

/**
 * Reads a checkout URL to which a ticket or token may go.
 * @throws EscrowError `configuration` for any other.
 */
export function checkoutAddress(checkoutUrl: string, options: RedirectOptions = {}): URL {
  const { checkoutHosts } = complete<RedirectOptions>(closed({ checkoutHosts: addresses }), options, {}, '.options');
  const url = URL.canParse(checkoutUrl)
    ? new URL(checkoutUrl)
    : fail('configuration', 'the checkout URL is no address: it begins with https://.');
  const { origin, protocol, hostname, username, password } = url;
  const isAllowed = checkoutHosts
    ? protocol.startsWith('http') && checkoutHosts.some((host) => new URL(host).origin === origin)
    : protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
  if (isAllowed && !username && !password) return url;
  const remedy = checkoutHosts ? 'list it in checkoutHosts' : 'use https and no user name, or list it in checkoutHosts';
  fail('configuration', `a ticket must not go to ${origin === 'null' ? protocol : origin}: ${remedy}.`);
}

/** A credential that is there already is somebody else's, and makes way. The rest of the URL stays as it is. */
function redirectUrl<Kind extends SecretKind>(
  checkoutUrl: string,
  { name, kind, secret }: { name: string; kind: Kind; secret: Secret<Kind> | SecretText<Kind> },
  options: RedirectOptions | undefined,
): string {
  const text = isText(secret) ? secret : secret?.kind === kind && secret.reveal();
  if (!isText(text)) {
    const found = isText(secret) || !secret ? 'missing' : `a ${secret.kind}`;
    fail('configuration', `the ${kind} is ${found}: give the one that the service issued (AUTH-10).`);
  }
  const url = checkoutAddress(checkoutUrl, options);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part && !credentialNames.some((credential) => new URLSearchParams(part).has(credential)));
  url.search = [...others, `${name}=${encodeURIComponent(text)}`].join('&');
  return url.href;
}

/**
 * The address to redirect the buyer's browser to: the checkout URL with the ticket (CHECKOUT-1). Not to be logged. A ticket
 * or token that the URL has already is replaced.
 * @throws EscrowError `configuration` where the ticket is another kind of secret, or must not go to the address.
 */
export const checkoutRedirectUrl = (
  checkoutUrl: string,
  ticket: Secret<'ticket'> | SecretText<'ticket'>,
  options?: RedirectOptions,
): string => redirectUrl(checkoutUrl, { name: 'ticket', kind: 'ticket', secret: ticket }, options);

/**
 * The legacy way to the checkout: the checkout URL with the buyer's legacy customer token (CHECKOUT-3, AUTH-10). That is
 * not the `clientUserToken` of a sign-up, a password which is refused here (LEGACY-2); how the one becomes the other is
 * not shown.
 * @deprecated Use {@link checkoutRedirectUrl} with a ticket.
 */
export const legacyCheckoutRedirectUrl = (
  checkoutUrl: string,
  customerToken: Secret<'customerToken'> | SecretText<'customerToken'>,
  options?: RedirectOptions,
): string => redirectUrl(checkoutUrl, { name: 'userTokenUrl', kind: 'customerToken', secret: customerToken }, options);
