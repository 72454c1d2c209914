import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as sendByHttp,
} from 'node:http';
import { request as sendByHttps, Agent as TlsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request to an endpoint. */
export interface TestRequest {
  /** One without a value is not sent. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** Pauses in the middle of the body. */
  isSlow?: boolean;
}

/** What an endpoint answered. */
export interface Answer {
  /** Undefined if no whole answer came. */
  status?: number | undefined;
  /** Why none came: `timeout`, `endless`, or a code of Node.js. */
  failure?: string | undefined;
  /** From the end of the request to the end of the answer. */
  durationInMs: number;
}

/** Where requests go, and their limits. */
export interface SendOptions {
  url: URL;
  /** Resolves the name of the host. Default: the system's. */
  lookup?: LookupFunction | undefined;
  /** How long request and answer may take together. */
  timeoutInMs: number;
  /** The pause in the middle of a slow body. */
  pauseInMs: number;
}

/** No answer to a webhook needs more, and no headers of one. */
const answerLimitInBytes = 64 * 1024;

/** Sends one request on its own connection, and follows no redirect. It never rejects. */
export async function sendRequest(request: TestRequest, options: SendOptions): Promise<Answer> {
  const signal = AbortSignal.timeout(options.timeoutInMs);
  let sentAt = performance.now();
  const elapsed = () => ({ durationInMs: performance.now() - sentAt });
  const onSent = () => {
    sentAt = performance.now();
  };
  try {
    return { status: await exchange(request, options, { signal, onSent }), ...elapsed() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { failure: signal.aborted ? 'timeout' : (code ?? 'unknown'), ...elapsed() };
  }
}

function exchange(
  { headers, body, isSlow = false }: TestRequest,
  { url, lookup, pauseInMs }: SendOptions,
  { signal, onSent }: { signal: AbortSignal; onSent(): void },
): Promise<number | undefined> {
  const isTls = url.protocol === 'https:';
  const send = isTls ? sendByHttps : sendByHttp;
  const agent = isTls ? new TlsAgent() : new Agent();
  const options = {
    method: 'POST',
    headers: { ...withValues(headers), 'content-length': Buffer.byteLength(body) },
    maxHeaderSize: answerLimitInBytes,
    agent,
    lookup,
    signal,
  };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const outgoing = send(url, options, (response) => {
      isAnswered = true;
      readToEnd(response).then(() => resolve(response.statusCode), reject);
    });
    outgoing.on('error', reject);
    // After an answer that is none, such as 101, Node closes the connection without an error.
    outgoing.on('close', () => isAnswered || reject(failure('ECONNRESET')));
    writeBody(outgoing, isSlow ? { body, pauseInMs } : { body }).then(onSent, reject);
  });
}

async function writeBody(
  outgoing: ClientRequest,
  { body, pauseInMs }: { body: string; pauseInMs?: number },
): Promise<void> {
  if (pauseInMs === undefined) {
    outgoing.end(body);
    return;
  }
  const middle = body.length / 2;
  outgoing.write(body.slice(0, middle));
  await pause(pauseInMs);
  outgoing.end(body.slice(middle));
}

/** Reads an answer and keeps nothing of it. */
async function readToEnd(response: IncomingMessage): Promise<void> {
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > answerLimitInBytes) throw failure('endless');
  }
}

const withValues = (headers: TestRequest['headers']): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

const failure = (code: string): Error => Object.assign(new Error(code), { code });
