import { setTimeout as pause } from 'node:timers/promises';
import { describeProxyFailure } from '@escrow-kit/shared/this-machine';
import { findOperation } from '@escrow-kit/spec';
import { type Answer, readBytes, type SentRequest } from './exchange.ts';
import { parseJson, toOneLine } from './text.ts';

/** The default limit of one answer, in milliseconds. */
export const answerLimitInMs = 30_000;

/** The longest wait after a 429. The service's windows are a minute. */
const longestWaitInSeconds = 65;

/** The wait after a 429 without `Retry-After`. */
const usualWaitInSeconds = 10;

/** After this many timeouts in a row, an operation is not called again, to save minutes. */
const mostTimeouts = 2;

/** How often a request is sent in total. */
const mostAttempts = 4;

/**
 * Sends a request and reads its answer. Follows no redirect. Waits and repeats after a 429, unless `waitsAfter429` is false (for a
 * check of the 429). Rejects with a {@link NoAnswerError} without an answer in time, after repeated 429s, and at once if the
 * operation timed out twice in a row; with the reason of the signal if that aborts.
 */
export type Send = (request: SentRequest, options?: { waitsAfter429?: boolean }) => Promise<Answer>;

/** How the requests of one verification are sent. */
export interface SendOptions {
  /** The longest wait for one answer, in milliseconds. Default: 30 seconds. */
  timeoutInMs?: number | undefined;
  /** Removes secrets from texts that errors quote. Default: none. */
  redact?: ((text: string) => string) | undefined;
  /** Ends requests and waits. */
  signal?: AbortSignal | undefined;
}

/** Creates the function that sends the requests of one verification. */
export function createSend({ timeoutInMs = answerLimitInMs, redact = (text) => text, signal }: SendOptions = {}): Send {
  const timeouts = new Map<string, number>();
  const ask = async ({ url, ...request }: SentRequest): Promise<Answer> => {
    const limitText = `no answer within ${timeoutInMs / 1000} s`;
    const operation = operationOf(request.method, url);
    if ((timeouts.get(operation) ?? 0) >= mostTimeouts)
      throw new NoAnswerError('timeout', `${limitText}, twice: not called again`);
    const limit = AbortSignal.timeout(timeoutInMs);
    try {
      const ended = signal ? AbortSignal.any([limit, signal]) : limit;
      const answer = await toAnswer(await fetch(url, { ...request, redirect: 'manual', signal: ended }));
      timeouts.delete(operation);
      refuseForeign(answer, redact);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswerError || signal?.aborted) throw error;
      if (!limit.aborted)
        throw new NoAnswerError('unreachable', `no answer (${redact(describeFailure(error, url))})`, { cause: error });
      timeouts.set(operation, (timeouts.get(operation) ?? 0) + 1);
      throw new NoAnswerError('timeout', limitText);
    }
  };
  return async (request, { waitsAfter429 = true } = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(request);
      if (answer.status !== 429 || !waitsAfter429) return answer;
      const wantedInSeconds = readWaitInSeconds(answer.headers);
      if (attempt === mostAttempts || wantedInSeconds > longestWaitInSeconds)
        throw new NoAnswerError('too-many', 'too many requests (429), even after waiting');
      await pause(wantedInSeconds * 1000, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  };
}

/** The ID of a request's operation, or else its address. The address of a host can have a path. */
function operationOf(method: string, url: string): string {
  const segments = new URL(url).pathname.split('/').slice(1);
  const paths = segments.map((_, index) => `/${segments.slice(index).join('/')}`);
  return paths.map((path) => findOperation(method, path)?.operation.id).find(Boolean) ?? url;
}

const toAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: new TextDecoder().decode(response.body ? await readBytes(response.body) : undefined),
});

/** `Retry-After` is a number of seconds, or a date by the clock that `Date` shows (RFC 9110). */
function readWaitInSeconds(headers: Record<string, string>): number {
  const wanted = headers['retry-after'] || usualWaitInSeconds;
  if (Number(wanted) >= 0) return Number(wanted);
  const end = Date.parse(String(wanted));
  if (Number.isNaN(end)) return usualWaitInSeconds;
  const now = Date.parse(headers['date'] ?? '') || Date.now();
  return Math.max(0, Math.ceil((end - now) / 1000));
}

/** Why there was no answer from an address, without a part of it that could be a password. */
export function describeFailure(error: unknown, url: string): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'no answer in time';
  return describeProxyFailure(error, new URL(url)) ?? cause?.code ?? cause?.message ?? message;
}

/**
 * The service did not answer. `timeout`: not in time. `unreachable`: no connection, or a broken one. `too-many`: only 429, even
 * after waiting. `not-the-service`: something else answered.
 */
export class NoAnswerError extends Error {
  readonly code = 'no-answer';
  readonly kind: 'timeout' | 'unreachable' | 'too-many' | 'not-the-service';
  /** The status of an answer that is `not-the-service`. */
  readonly status: number | undefined;

  constructor(
    kind: NoAnswerError['kind'],
    message: string,
    { status, ...options }: ErrorOptions & { status?: number } = {},
  ) {
    super(message, options);
    this.name = 'NoAnswerError';
    this.kind = kind;
    this.status = status;
  }
}

/** The longest quotation of a page in an error, in characters. */
const longestStart = 60;

/**
 * Throws if an answer is not from the service: a page, a redirect such as to a sign-in page, or an error of a gateway. Any other text
 * can be from the service, and JSON of any content type. Texts are redacted before they are cut, so that no part of a secret
 * remains.
 */
function refuseForeign({ status, headers, body }: Answer, redact: (text: string) => string): void {
  const isGateway = (status === 502 || status === 504) && parseJson(body) === undefined;
  const isRedirect = status >= 300 && status < 400;
  if (!body.trimStart().startsWith('<') && !isGateway && !isRedirect) return;
  const start = toOneLine(redact(body).trimStart().slice(0, longestStart));
  const target = URL.parse(headers['location'] ?? '');
  const where = target ? redact(` to ${target.origin}${target.pathname}`) : '';
  const what = start === '' ? 'no body' : `body begins with ${start}`;
  throw new NoAnswerError('not-the-service', `another server answered: ${status}${where}, ${what}`, {
    status,
  });
}
