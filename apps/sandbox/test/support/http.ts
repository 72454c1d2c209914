import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request. Unlike `fetch`, it may have any path, host and origin. */
export interface QuickRequest {
  method?: string;
  /** Sent as it is, in place of the path of the URL. */
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

/** An answer, read to its end. */
export interface QuickAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Keeps connections open for further requests. */
const agent = new Agent({ keepAlive: true });

/**
 * Sends a request by HTTP and follows no redirect. Rejects as `fetch` does, which takes three times as much of the processor: the
 * tests send thousands of requests.
 */
export function quickRequest(url: string | URL, { body, ...parts }: QuickRequest = {}): Promise<QuickAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...parts, agent }, (answer) => {
      readAnswer(answer).then(resolve, (cause) => reject(new TypeError('terminated', { cause })));
    });
    sent.once('error', (cause) => reject(new TypeError('fetch failed', { cause })));
    sent.end(body);
  });
}

async function readAnswer(answer: IncomingMessage): Promise<QuickAnswer> {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return { status: answer.statusCode ?? 0, headers, text: await text(answer) };
}

/** As {@link quickRequest}, for the control, which takes a `fetch`. */
export const quickFetch: typeof fetch = async (url, { method, headers, body } = {}) => {
  const sent = { method, headers, body } as QuickRequest;
  const { text: read, ...answer } = await quickRequest(url as URL, sent);
  return new Response(read, answer);
};

/** Sends bytes that no HTTP client would, and returns the status of the answer; NaN without an answer. */
export function sendRaw(url: string, bytes: string | Buffer, { breaksOff = false } = {}): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      if (breaksOff) socket.end(bytes);
      else socket.write(bytes);
    });
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    // A server that refuses may close before everything is sent. What it answered counts.
    socket.once('error', () => {});
    socket.once('close', () => resolve(Number(answer.split(' ')[1])));
  });
}
