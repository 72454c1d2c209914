const modes = ['modal', 'popup', 'iframe'] as const;

/** How a checkout is shown (CHECKOUT-2). */
export type Mode = (typeof modes)[number];

/**
 * Reads the options of `PaymentDisplay.show`. The token goes to the checkout as `userTokenUrl` (AUTH-10, CHECKOUT-3). An
 * address with an appended `ticket` (CHECKOUT-1) or `userTokenUrl` already identifies the buyer and needs no userToken (our choice:
 * not shown).
 *
 * @throws TypeError that names the option and the remedy, and repeats no value: each may hold a secret.
 */
export function readOptions(options: unknown): { checkoutUrl: URL; mode: Mode } {
  const { paymentUrl, userToken, mode: given, ...unknown }: Record<string, unknown> = { ...(options ?? {}) };
  const [unknownName] = Object.keys(unknown);
  if (unknownName !== undefined) {
    throw toError(`unknown option ${unknownName}. Use paymentUrl, userToken and mode`);
  }
  const checkoutUrl = readPaymentUrl(paymentUrl);
  addUserToken(checkoutUrl, userToken);
  const mode = modes.find((candidate) => candidate === given);
  if (!mode) throw toError(`mode must be one of ${modes.join(', ')}`);
  return { checkoutUrl, mode };
}

function readPaymentUrl(paymentUrl: unknown): URL {
  if (typeof paymentUrl === 'string' && URL.canParse(paymentUrl)) {
    const url = new URL(paymentUrl);
    const isCheckout = /^https?:$/.test(url.protocol) && /\/external\/[^/]/.test(url.pathname);
    if (isCheckout && url.searchParams.get('client_id')) return url;
  }
  throw toError('paymentUrl must be the checkout URL of a started payment, https://…/external/<shortId>?client_id=…');
}

function addUserToken(url: URL, userToken: unknown): void {
  const credential = ['ticket', 'userTokenUrl'].find((name) => url.searchParams.has(name));
  if (credential && userToken === undefined) return;
  if (credential) throw toError(`leave userToken out. The ${credential} in paymentUrl identifies the buyer`);
  if (typeof userToken !== 'string' || !userToken.trim()) {
    const token = "userToken must be the buyer's legacy customer token";
    throw toError(`${token}. For a ticket, append &ticket=<ticket> to paymentUrl and leave userToken out`);
  }
  // Not with searchParams, which would rewrite the existing query.
  url.search += `&userTokenUrl=${encodeURIComponent(userToken)}`;
}

function toError(remedy: string): TypeError {
  return new TypeError(`PaymentDisplay.show: ${remedy}.`);
}
