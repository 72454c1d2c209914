/** A webhook address, split for sending and for the log. */
export interface WebhookAddress {
  /** The address of the request, without user name and password. */
  target: string;
  /** The Authorization header from user name and password; undefined without them. */
  authorization: string | undefined;
  /** The address for the log: without user name, password and the values of the query. */
  forLog: string;
  /** Host and port. */
  host: string;
}

/** Reads a webhook address. Throws a TypeError if it is not an address. */
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

/** A malformed escape passes through. */
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
