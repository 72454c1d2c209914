import { once } from 'node:events';
import { type Agent, type ClientRequest, type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describeProxyFailure } from '@escrow-kit/shared/this-machine';

/** What to send, and the limits. */
export interface PostOptions {
  /** One without a value is not sent. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** How long request and answer may take together. */
  timeoutInMs: number;
  /** How long it may take to connect. Default: as long as all. */
  connectTimeoutInMs?: number;
  /** Ends the request early. */
  signal?: AbortSignal;
  /** Default: Node's, which keeps connections for the next request. */
  agent?: Agent;
  /** Resolves the name of the host. Default: the system's. */
  lookup?: LookupFunction | undefined;
  /** A pause in the middle of the body. Default: none. */
  pauseInMs?: number | undefined;
}

/** The result of a request. */
export interface PostResult {
  /** Undefined without an answer. */
  status?: number | undefined;
  /** The header `retry-after` of the answer. */
  retryAfter?: string | undefined;
  /** Why there is no answer, or not its whole body: `timeout`, `endless`, or a code of Node.js. */
  failure?: string | undefined;
  /** Says so if it failed at a proxy of this process, before the address. */
  proxyFailure?: string | undefined;
  /** From the end of the request to the end of the answer. */
  durationInMs: number;
}

/** The most that is read of the headers of an answer, and of its body. Nothing is kept of the body. */
const answerLimitInBytes = 64 * 1_024;

/** Sends one POST. It never rejects, and follows no redirect. Not by `fetch`, which refuses some ports, such as 6000 and 10080. */
export async function post(url: URL, options: PostOptions): Promise<PostResult> {
  const { headers, body, timeoutInMs, connectTimeoutInMs = timeoutInMs, agent, lookup, pauseInMs } = options;
  const timeout = AbortSignal.timeout(timeoutInMs);
  const withValue = Object.entries(headers).filter(([, value]) => value !== undefined);
  const outgoing = (url.protocol === 'https:' ? requestByHttps : requestByHttp)(url, {
    method: 'POST',
    headers: { ...Object.fromEntries(withValue), 'content-length': Buffer.byteLength(body) },
    maxHeaderSize: answerLimitInBytes,
    agent,
    lookup,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  });
  limitConnecting(outgoing, connectTimeoutInMs);
  let sentAt = performance.now();
  const sent = write(outgoing, body, pauseInMs).then(() => {
    sentAt = performance.now();
  });
  let answer: Pick<PostResult, 'status' | 'retryAfter'> = {};
  try {
    const [response] = await Promise.all([untilAnswered(outgoing), sent]);
    answer = { status: response.statusCode, retryAfter: response.headers['retry-after'] };
    await readToEnd(response);
    return { ...answer, durationInMs: performance.now() - sentAt };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const failure = timeout.aborted ? 'timeout' : code;
    const proxyFailure = describeProxyFailure(error, url);
    return { ...answer, failure, proxyFailure, durationInMs: performance.now() - sentAt };
  }
}

/** The request fails with ETIMEDOUT, as by the system, which waits for minutes. */
function limitConnecting(outgoing: ClientRequest, limitInMs: number): void {
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => outgoing.destroy(errorOf('ETIMEDOUT')), limitInMs);
    for (const end of ['connect', 'close']) socket.once(end, () => clearTimeout(timer));
  });
}

async function write(outgoing: ClientRequest, body: string, pauseInMs: number | undefined): Promise<void> {
  const middle = pauseInMs === undefined ? 0 : body.length / 2;
  if (pauseInMs !== undefined) {
    outgoing.write(body.slice(0, middle));
    await delay(pauseInMs);
  }
  outgoing.end(body.slice(middle));
}

function untilAnswered(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    outgoing.on('error', reject).on('response', (response) => {
      isAnswered = true;
      resolve(response);
    });
    // After an answer that is none, such as 101, Node closes the connection without an error.
    outgoing.on('close', () => isAnswered || reject(errorOf('ECONNRESET')));
  });
}

async function readToEnd(response: IncomingMessage): Promise<void> {
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    // This closes the connection.
    if (length > answerLimitInBytes) response.destroy(errorOf('endless'));
  });
  await once(response, 'end');
}

const errorOf = (code: string): Error => Object.assign(new Error(code), { code });
