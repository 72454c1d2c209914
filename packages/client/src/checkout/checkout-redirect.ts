import type { Secret, SecretKind, SecretText } from '../document/secret.ts';
import { fail } from '../errors/escrow-error.ts';
import { documentOrigins } from '../generated/document-origins.ts';
import type { HostName } from '../generated/operations.ts';
import { expectAddresses } from '../input/addresses.ts';
import { OptionFaults } from '../input/option-faults.ts';
import { isText } from '../rules/guards.ts';

/** How a checkout URL is turned into a redirect. */
export interface RedirectOptions {
  /**
   * The only addresses to which a ticket or token may go: those of your environment's checkout, such as
   * `https://checkout.escrow.example`; paths are not compared. Default: the addresses that the service's document names (our
   * choice: the checkout's host is not shown).
   */
  checkoutHosts?: readonly string[] | undefined;
}

/** The parameters that say who pays. */
const credentialNames = ['ticket', 'userTokenUrl'];

/** The addresses that the options of a client have. */
export interface KnownHosts extends RedirectOptions {
  hosts: Partial<Record<HostName, string>>;
}

/** The addresses to which a client's tickets may go: those that it lists, or else its hosts and what the document names. */
export const checkoutHostsOf = ({ checkoutHosts, hosts }: KnownHosts): readonly string[] =>
  checkoutHosts ?? [...Object.values(hosts), ...documentOrigins];

/** Whether a ticket may go to an http or https address. */
const isAllowed = ({ origin }: URL, checkoutHosts: readonly string[]): boolean =>
  checkoutHosts.some((host) => new URL(host).origin === origin);

const addressRemedy = 'Give the URL that startPayment returned: it begins with https://, or http:// for a sandbox.';

/**
 * Reads a checkout URL to which a ticket or token may go.
 * @throws EscrowError `configuration` for any other.
 */
export function checkoutAddress(checkoutUrl: string, options: RedirectOptions = {}): URL {
  const faults = new OptionFaults();
  const { checkoutHosts = documentOrigins } = faults.group('', options, ['checkoutHosts']) as RedirectOptions;
  expectAddresses(faults, checkoutHosts);
  faults.throwIfAny('The redirect was not made');
  if (!URL.canParse(checkoutUrl)) fail('configuration', `The checkout URL is no address. ${addressRemedy}`);
  const url = new URL(checkoutUrl);
  if (!/^https?:$/.test(url.protocol)) {
    fail('configuration', `The checkout URL begins with ${url.protocol} and gets no ticket. ${addressRemedy}`);
  }
  if (!isAllowed(url, checkoutHosts)) {
    const remedy = `If that is the checkout of your environment, list ${url.origin} in the option checkoutHosts.`;
    fail('configuration', `The checkout URL leads to ${url.origin}, which is not known: it gets no ticket. ${remedy}`);
  }
  if (url.username || url.password) {
    fail('configuration', 'The checkout URL has a user name or a password: it gets no ticket. Leave both out.');
  }
  return url;
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

/** The name of a parameter, decoded. */
function nameOf(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  return /[%+]/.test(name) ? ([...new URLSearchParams(name).keys()][0] ?? '') : name;
}

/** Half of a character that UTF-16 writes in two. A URL cannot hold it. */
const loneSurrogate = /\p{Surrogate}/u;

/** A credential that is there already is somebody else's, and makes way. The rest of the URL stays as it is. */
function redirectUrl<Kind extends SecretKind>(
  checkoutUrl: string,
  { name, kind, secret }: { name: string; kind: Kind; secret: Secret<Kind> | SecretText<Kind> },
  options: RedirectOptions | undefined,
): string {
  const text = textOf(kind, secret);
  if (loneSurrogate.test(text)) {
    fail('configuration', `The ${kind} has half a character, which no URL can hold: ask for a new one.`);
  }
  const url = checkoutAddress(checkoutUrl, options);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part && !credentialNames.includes(nameOf(part)));
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
