const modes = ['modal', 'popup', 'iframe'] as const;
const optionNames = ['paymentUrl', 'userToken', 'mode'];

/** How a checkout is shown (CHECKOUT-2). */
export type Mode = (typeof modes)[number];

/** The options in use: the checkout's address with the buyer's token, and the mode. */
export interface ShowOptions {
  checkoutUrl: URL;
  mode: Mode;
}

/**
 * Reads the options of `PaymentDisplay.show`. The token goes to the checkout as `userTokenUrl` (AUTH-10, CHECKOUT-3). An
 * address with an appended `ticket` (CHECKOUT-1) or `userTokenUrl` already says who pays, and takes no userToken (our choice:
 * not shown).
 *
 * @throws TypeError that names the option and the remedy, and repeats no value: each may hold a secret.
 */
export function readOptions(options: unknown): ShowOptions {
  if (typeof options !== 'object' || options === null) {
    throw toError('pass one object with paymentUrl, userToken and mode');
  }
  const unknownName = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknownName !== undefined)
    throw toError(`there is no option ${unknownName}; the options are ${optionNames.join(', ')}`);
  const { paymentUrl, userToken, mode } = options as Record<string, unknown>;
  const checkoutUrl = readPaymentUrl(paymentUrl);
  addUserToken(checkoutUrl, userToken);
  return { checkoutUrl, mode: readMode(mode) };
}

function readPaymentUrl(paymentUrl: unknown): URL {
  const url = typeof paymentUrl === 'string' && toUrl(paymentUrl);
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    /\/external\/[^/]/.test(url.pathname) &&
    url.searchParams.get('client_id')
  ) {
    return url;
  }
  throw toError(
    'paymentUrl must be the checkout URL that starting the payment returned, https://…/external/<shortId>?client_id=…',
  );
}

function toUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function addUserToken(url: URL, userToken: unknown): void {
  const credential = ['ticket', 'userTokenUrl'].find((name) => url.searchParams.has(name));
  if (credential && userToken === undefined) return;
  if (credential) throw toError(`leave userToken out, the ${credential} in paymentUrl says who pays`);
  if (typeof userToken !== 'string' || !userToken.trim()) {
    const token = "userToken must be the buyer's legacy customer token, a non-empty text";
    throw toError(`${token}, or append &ticket=<ticket> to paymentUrl and leave userToken out`);
  }
  // Not with searchParams, which would rewrite the existing query.
  url.search += `&userTokenUrl=${encodeURIComponent(userToken)}`;
}

function readMode(mode: unknown): Mode {
  const known = modes.find((candidate) => candidate === mode);
  if (known) return known;
  throw toError(`mode must be one of ${modes.join(', ')}`);
}

function toError(remedy: string): TypeError {
  return new TypeError(`PaymentDisplay.show: ${remedy}.`);
}
