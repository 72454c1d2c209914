import type { HostName } from '../document/registered.ts';
import type { Secret, SecretKind, SecretText } from '../document/secret.ts';
import { fail } from '../errors/escrow-error.ts';
import { expectAddresses } from '../input/addresses.ts';
import { OptionFaults } from '../input/option-faults.ts';
import { isText } from '../rules/guards.ts';

/** How a checkout URL is turned into a redirect. */
export interface RedirectOptions {
  /**
   * The only addresses that may receive a ticket or token: those of your environment's checkout, such as
   * `https://checkout.escrow.example`. Paths are not compared. Default: the addresses in the service's document (our choice: the
   * checkout's host is not shown).
   */
  checkoutHosts?: readonly string[] | undefined;
}

/** The origins in the service's document: those of its hosts, and of the checkout in its examples. No deployment adds one. */
export const documentOrigins: readonly string[] = ['auth', 'checkout', 'contract', 'identity', 'legacy', 'users'].map(
  (host) => `https://${host}.escrow.example`,
);

/** The query parameters that identify the payer. */
const credentialNames = ['ticket', 'userTokenUrl'];

/** The addresses in the options of a client. */
export interface KnownHosts extends RedirectOptions {
  hosts: Partial<Record<HostName, string>>;
}

/** The addresses that may receive a client's tickets: `checkoutHosts`, or else its hosts and the addresses in the document. */
export const checkoutHostsOf = ({ checkoutHosts, hosts }: KnownHosts): readonly string[] =>
  checkoutHosts ?? [...Object.values(hosts), ...documentOrigins];

/** Whether an http or https address may receive a ticket. */
const isAllowed = ({ origin }: URL, checkoutHosts: readonly string[]): boolean =>
  checkoutHosts.some((host) => new URL(host).origin === origin);

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
  if (!URL.canParse(checkoutUrl)) fail('configuration', `The checkout URL is not a URL. ${addressRemedy}`);
  const url = new URL(checkoutUrl);
  if (!/^https?:$/.test(url.protocol)) {
    fail('configuration', `The checkout URL begins with ${url.protocol} and gets no ticket. ${addressRemedy}`);
  }
  if (!isAllowed(url, checkoutHosts)) {
    const remedy = `If that is the checkout of your environment, list ${url.origin} in the option checkoutHosts.`;
    fail(
      'configuration',
      `The checkout URL leads to ${url.origin}, which is not allowed: it gets no ticket. ${remedy}`,
    );
  }
  if (url.username || url.password) {
    fail('configuration', 'The checkout URL has a user name or a password: it gets no ticket. Leave both out.');
  }
  return url;
}

/** The text of a secret, which must be of this kind. */
function textOf<Kind extends SecretKind>(kind: Kind, secret: Secret<Kind> | SecretText<Kind>): string {
  if (isText(secret)) return secret;
  if (typeof secret !== 'object' || secret === null || !('reveal' in secret)) {
    fail('configuration', `The ${kind} is missing: give the one that the service issued (AUTH-10).`);
  }
  if (secret.kind === kind) return secret.reveal();
  fail('configuration', `A ${secret.kind} is not a ${kind}: give the ${kind} that the service issued (AUTH-10).`);
}

/** The name of a parameter, decoded. */
function nameOf(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  return /[%+]/.test(name) ? ([...new URLSearchParams(name).keys()][0] ?? '') : name;
}

/** Half of a UTF-16 surrogate pair. A URL cannot contain it. */
const loneSurrogate = /\p{Surrogate}/u;

/** Replaces any credential that the URL already has, which may be somebody else's. The rest of the URL stays as it is. */
function redirectUrl<Kind extends SecretKind>(
  checkoutUrl: string,
  { name, kind, secret }: { name: string; kind: Kind; secret: Secret<Kind> | SecretText<Kind> },
  options: RedirectOptions | undefined,
): string {
  const text = textOf(kind, secret);
  if (loneSurrogate.test(text)) {
    fail('configuration', `The ${kind} has half a character, which a URL cannot contain: ask for a new one.`);
  }
  const url = parseAllowedCheckoutUrl(checkoutUrl, options);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part && !credentialNames.includes(nameOf(part)));
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
