/** Stands in place of what is left out. */
export const redacted = '[redacted]';

/** Longer text is cut. */
const longestText = 500;

/**
 * What looks like an IBAN, a phone number in E.164 form, a national id or a token, wherever it stands: what is sent in a
 * wrong field is no less secret there.
 */
const telling = new RegExp(
  [
    /\bSA\d{22}\b/,
    /(?:\+|%2B)[1-9]\d{6,14}/,
    /(?<![\w.-])[12]\d{9}(?![\w.-])/,
    /\b(?:org|adm|usr|app|key|secret|whsec|ticket|session)_[a-z0-9]{32,}\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** Parameters of a URL that may be shown: those that the service puts into the checkout URL (PAY-2). */
const harmlessParameters = new Set(['client_id', 'payment_methods']);

/** Text as the log may show it: values of a URL's query, and what looks secret or personal, are left out. */
export function redactText(text: string): string {
  const shown = /^https?:\/\//i.test(text) ? redactUrl(text) : text;
  const safe = shown.replaceAll('\0', '').replace(telling, redacted);
  return safe.length > longestText ? `${safe.slice(0, longestText).toWellFormed()}…` : safe;
}

function redactUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return redacted;
  const query = [...url.searchParams]
    .map(([name, value]) => `${name}=${harmlessParameters.has(name) ? value : redacted}`)
    .join('&');
  return `${url.origin}${url.pathname}${query && '?'}${query}`;
}
