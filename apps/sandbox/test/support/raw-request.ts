import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import type { Sandbox } from '../../src/index.ts';

/** Sends bytes as they are, which no HTTP client would, and returns the status of the answer; NaN without an answer. */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  { breaksOff = false }: { breaksOff?: boolean } = {},
): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      if (breaksOff) socket.end(bytes);
      else socket.write(bytes);
    });
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // A server that refuses may close before everything is sent. What it answered counts.
    socket.once('error', () => {});
    socket.once('close', () => resolve(Number(answer.split(' ')[1])));
  });
}

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
