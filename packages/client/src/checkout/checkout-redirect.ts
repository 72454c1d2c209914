import type { Secret, SecretKind, SecretText } from '../document/secret.ts';
import { fail } from '../errors/escrow-error.ts';
import { expectAddresses } from '../input/addresses.ts';
import { OptionFaults } from '../input/option-faults.ts';
import { isText } from '../rules/guards.ts';

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

/** Whether a ticket may go to an address: one that is listed, or without a list https, and http on loopback. */
function isAllowed({ origin, protocol, hostname }: URL, checkoutHosts: readonly string[] | undefined): boolean {
  if (checkoutHosts)
    return protocol.startsWith('http') && checkoutHosts.some((host) => new URL(host).origin === origin);
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}

/**
 * Reads a checkout URL to which a ticket or token may go.
 * @throws EscrowError `configuration` for any other.
 */
export function checkoutAddress(checkoutUrl: string, options: RedirectOptions = {}): URL {
  const faults = new OptionFaults();
  const { checkoutHosts } = faults.group('', options, ['checkoutHosts']) as RedirectOptions;
  expectAddresses(faults, checkoutHosts);
  faults.throwIfAny('The redirect was not made');
  if (!URL.canParse(checkoutUrl)) fail('configuration', 'The checkout URL is no address: it begins with https://.');
  const url = new URL(checkoutUrl);
  if (isAllowed(url, checkoutHosts) && !url.username && !url.password) return url;
  const remedy = checkoutHosts ? 'List it in checkoutHosts' : 'Use https and no user name, or list it in checkoutHosts';
  const target = url.origin === 'null' ? url.protocol : url.origin;
  fail('configuration', `A ticket must not go to ${target}, where the checkout URL leads. ${remedy}.`);
}

/** The text of a secret, which has to be of this kind. */
function textOf<Kind extends SecretKind>(kind: Kind, secret: Secret<Kind> | SecretText<Kind>): string {
  if (isText(secret)) return secret;
  if (typeof secret !== 'object' || secret === null || !('reveal' in secret)) {
    fail('configuration', `The ${kind} is missing: give the one that the service issued (AUTH-10).`);
  }
  if (secret.kind === kind) return secret.reveal();
  fail('configuration', `A ${secret.kind} is no ${kind}: give the ${kind} that the service issued (AUTH-10).`);
}

/** A credential that is there already is somebody else's, and makes way. The rest of the URL stays as it is. */
function redirectUrl<Kind extends SecretKind>(
  checkoutUrl: string,
  { name, kind, secret }: { name: string; kind: Kind; secret: Secret<Kind> | SecretText<Kind> },
  options: RedirectOptions | undefined,
): string {
  const text = textOf(kind, secret);
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
