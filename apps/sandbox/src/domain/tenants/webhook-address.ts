/** A webhook address, taken apart for sending and for the log. */
export interface WebhookAddress {
  /** Where the request goes, without user name and password, which `fetch` refuses in an address. */
  target: string;
  /** The header that user name and password become; undefined without them. */
  authorization: string | undefined;
  /** What the log may show: no user name, no password, no value of the query. */
  forLog: string;
  /** Host and port. */
  host: string;
}

/** Reads a webhook address. Throws a TypeError where it is none. */
export function readWebhookAddress(webhookUrl: string): WebhookAddress {
  const url = new URL(webhookUrl);
  const { username, password, host } = url;
  const userInfo = `${decode(username)}:${decode(password)}`;
  url.username = '';
  url.password = '';
  const target = url.href;
  url.hash = '';
  const names = [...url.searchParams.keys()];
  const query = names.map((name) => `${encodeURIComponent(name)}=[redacted]`).join('&');
  url.search = '';
  return {
    target,
    authorization: username || password ? `Basic ${Buffer.from(userInfo).toString('base64')}` : undefined,
    forLog: query ? `${url.href}?${query}` : url.href,
    host,
  };
}

/** What is not encoded rightly stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A webhook address as it may be shown: without user name, password and the values of its query. */
export function webhookAddressForLog(url: string | null | undefined): string | null {
  return url ? readWebhookAddress(url).forLog : null;
}
