import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, SentRequest } from './exchange.ts';
import type { Freshen } from './fresh-tokens.ts';
import { NoAnswerError, refuseForeign } from './no-answer-error.ts';
import { readAnswer } from './read-answer.ts';

/** How long one answer may take, in milliseconds, if nothing else is asked for. */
export const answerLimitInMs = 30_000;

/** The longest wait after a 429. The service's windows are a minute. */
const longestWaitInSeconds = 65;

/** The wait after a 429 that does not say how long. */
const usualWaitInSeconds = 10;

/** How often a request is sent in total. */
const mostAttempts = 4;

/**
 * Sends a request and reads its answer. Follows no redirect. Waits and repeats after a 429, unless `waitsAfter429` is false, which is
 * for a check of the 429. Rejects with a {@link NoAnswerError} if the service gives no answer in time, or a 429 to the end; at once if the
 * operation has not answered several times in a row, because hundreds of requests would wait for hours. Rejects with the reason of
 * the signal if that aborts.
 */
export type Send = (request: SentRequest, options: { operationId: string; waitsAfter429?: boolean }) => Promise<Answer>;

/** How the requests of one verification are sent. */
export interface SendOptions {
  /** How long one answer may take, in milliseconds. Default: 30 seconds. */
  timeoutInMs?: number | undefined;
  /** After this many timeouts in a row an operation gets no more requests. Default: 2. */
  mostTimeouts?: number;
  /** Called with the length of a wait after a 429, once for all requests that wait at the same time. */
  onWait?: ((waitInSeconds: number) => void) | undefined;
  /** Replaces tokens that expire, before each attempt. Default: they stay. */
  freshen?: Freshen | undefined;
  /** Takes secrets out of a text that an error quotes. Default: none. */
  redact?: ((text: string) => string) | undefined;
  /** Ends requests and waits. */
  signal?: AbortSignal | undefined;
}

/**
 * Creates the function that sends the requests of one verification.
 *
 * Each operation is open until several requests in a row time out; an answer sets the count back. Then it is closed for good.
 */
export function createSend({
  timeoutInMs = answerLimitInMs,
  mostTimeouts = 2,
  onWait = () => {},
  freshen = async (request) => request,
  redact = (text) => text,
  signal,
}: SendOptions = {}): Send {
  const timeouts = new Map<string, number>();
  let noticeEndsAt = 0;
  const ask = async (wanted: SentRequest, operationId: string): Promise<Answer> => {
    const limitText = `within ${timeoutInMs / 1000} s`;
    if ((timeouts.get(operationId) ?? 0) >= mostTimeouts)
      throw new NoAnswerError(
        'timeout',
        `no answer ${limitText}, ${mostTimeouts} times in a row, so it was not called again`,
      );
    const { url, ...request } = await freshen(wanted);
    const limit = AbortSignal.timeout(timeoutInMs);
    try {
      const ended = signal ? AbortSignal.any([limit, signal]) : limit;
      const answer = await toAnswer(await fetch(url, { ...request, redirect: 'manual', signal: ended }));
      timeouts.delete(operationId);
      refuseForeign(answer, redact);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswerError || signal?.aborted) throw error;
      if (!limit.aborted)
        throw new NoAnswerError('unreachable', `no answer (${redact(describeFailure(error))})`, { cause: error });
      timeouts.set(operationId, (timeouts.get(operationId) ?? 0) + 1);
      throw new NoAnswerError('timeout', `no answer ${limitText}`);
    }
  };
  return async (request, { operationId, waitsAfter429 = true }) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(request, operationId);
      if (answer.status !== 429 || !waitsAfter429) return answer;
      const wantedInSeconds = readWaitInSeconds(answer.headers);
      if (attempt === mostAttempts || wantedInSeconds > longestWaitInSeconds)
        throw new NoAnswerError('too-many', 'there were too many requests (429), even after waiting');
      if (performance.now() >= noticeEndsAt) {
        noticeEndsAt = performance.now() + wantedInSeconds * 1000;
        onWait(wantedInSeconds);
      }
      await pause(wantedInSeconds * 1000, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  };
}

const toAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await readAnswer(response),
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

/** Why there was no answer, without an address that could hold a password. */
export function describeFailure(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'no answer in time';
  return cause?.code ?? cause?.message ?? message;
}
