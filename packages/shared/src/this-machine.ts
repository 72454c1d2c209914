/** Whether only this machine answers to this name or address, with or without brackets. Browsers resolve `*.localhost` to it. */
export const isLoopback = (host: string): boolean => /^((.+\.)?localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

/** Says that this Node is older than `engines.node` of a package.json, such as `>=24.18`, and what to do. Undefined if it is not. */
export function describeOldNode(range: string, version: string = process.versions.node): string | undefined {
  const needed = range.replace('>=', '');
  if (version.localeCompare(needed, 'en', { numeric: true }) >= 0) return undefined;
  const [major] = needed.split('.');
  return `This is Node ${version}. Install Node ${needed} or later from https://nodejs.org, or run npm install node@${major}.`;
}

/** What errors of the system, of `node:http` and of `fetch` hold about a connection. */
interface ConnectionError {
  code?: unknown;
  /** Where the connection would have led. */
  address?: string;
  port?: number;
  /** The name that was looked up. */
  hostname?: string;
  cause?: ConnectionError;
  /** One for each address of a name. */
  errors?: ConnectionError[];
}

/** A proxy refused to connect: by `node:http`, and by `fetch`, two causes deep. */
const refusedByProxy: readonly unknown[] = ['ERR_PROXY_TUNNEL', 'UND_ERR_ABORTED'];

/**
 * Says that a request to this address failed at a proxy, which Node takes from the environment (`NODE_USE_ENV_PROXY`), and what to check.
 * Undefined if the error does not show it: a proxy on the port of a named server cannot be told from it.
 */
export function describeProxyFailure(error: unknown, url: URL): string | undefined {
  const outer = error as ConnectionError | undefined;
  const chain = [outer, outer?.cause, outer?.cause?.cause].flatMap((one) => (one ? [one, ...(one.errors ?? [])] : []));
  const check = `check ${url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'} and NO_PROXY`;
  if (chain.some(({ code }) => refusedByProxy.includes(code))) return `the proxy refused to connect; ${check}`;
  const failed = chain.find((one) => leadsElsewhere(one, url));
  if (!failed) return undefined;
  const { address, port, hostname } = failed;
  const place = hostname ?? `${address?.includes(':') ? `[${address}]` : address}:${port}`;
  return `the proxy at ${place} does not answer; ${check}`;
}

function leadsElsewhere({ address, port, hostname }: ConnectionError, url: URL): boolean {
  if (hostname !== undefined) return hostname !== url.hostname;
  if (address === undefined || port === undefined) return false;
  const named = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isAddress = /^[\d.]+$|:/.test(named);
  const usualPort = url.protocol === 'https:' ? 443 : 80;
  return port !== (Number(url.port) || usualPort) || (isAddress && address !== named);
}
