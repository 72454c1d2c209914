import { type IncomingHttpHeaders, request } from 'node:http';
import type { Sandbox } from '../../src/index.ts';

/** A request as the browser of a page sends it. */
export interface PageRequest {
  method: string;
  /** Sent as it is. */
  path: string;
  /** Several are sent as several headers. */
  origin?: string | string[];
  /** Default: the sandbox's own. */
  host?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request with headers and a path that `fetch` would not let a program send. */
export function sendAsPage(
  sandbox: Pick<Sandbox, 'url'>,
  { method, path, origin, host, headers, body }: PageRequest,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }> {
  const { hostname, port } = new URL(sandbox.url);
  const sent: Record<string, string | string[]> = {
    ...headers,
    ...(origin !== undefined && { origin }),
    ...(host !== undefined && { host }),
  };
  return new Promise((resolve, reject) => {
    request({ hostname, port, method, path, headers: sent, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode, headers: response.headers, text });
    })
      .once('error', reject)
      .end(body);
  });
}

/** Asks whether the page of an origin may send a request. */
export function sendPreflight(
  sandbox: Pick<Sandbox, 'url'>,
  { headers, ...parts }: Omit<PageRequest, 'method' | 'body'>,
): ReturnType<typeof sendAsPage> {
  const asked = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  return sendAsPage(sandbox, { ...parts, method: 'OPTIONS', headers: { ...asked, ...headers } });
}

/** The CORS headers of an answer. */
export function pageHeaders(headers: IncomingHttpHeaders): Record<string, unknown> {
  const isForPages = ([name]: [string, unknown]) => name.startsWith('access-control-') || name === 'vary';
  return Object.fromEntries(Object.entries(headers).filter(isForPages));
}
