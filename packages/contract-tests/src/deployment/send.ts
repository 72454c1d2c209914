import { setTimeout as pause } from 'node:timers/promises';

/** How long one answer may take, in milliseconds. */
export const answerLimitInMs = 30_000;

/** The longest wait after a 429. The service's windows are a minute. */
const longestWaitInSeconds = 65;

/** The wait after a 429 that does not say how long. */
const usualWaitInSeconds = 10;

/** How often a request is sent in total. */
const mostAttempts = 4;

/** After this many timeouts in a row, nothing more is sent to a host. */
const mostTimeouts = 3;

/**
 * Sends a request. Follows no redirect. Waits and repeats after a 429, unless `waits` is false. Rejects if there is no answer
 * in time, and at once if the host has not answered several times in a row, because hundreds of requests would wait for hours.
 */
export type Send = (
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  options?: { waits?: boolean },
) => Promise<Response>;

/**
 * Creates the function that sends the requests of one verification. `limitInMs` is how long each may take; default: 30 seconds.
 * `onWait` is called with the length of each wait after a 429.
 *
 * Each host is open until three requests in a row time out; an answer sets the count back. Then it is closed for good.
 */
export function createSend({
  limitInMs = answerLimitInMs,
  onWait = () => {},
}: {
  limitInMs?: number;
  onWait?: ((waitInSeconds: number) => void) | undefined;
} = {}): Send {
  const timeouts = new Map<string, number>();
  const ask: Send = async (url, request) => {
    const { origin } = new URL(url);
    const count = timeouts.get(origin) ?? 0;
    if (count >= mostTimeouts) throw new Error(`${mostTimeouts} requests in a row had no answer in time`);
    try {
      const response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(limitInMs) });
      timeouts.delete(origin);
      return response;
    } catch (error) {
      if (isTimeout(error)) timeouts.set(origin, count + 1);
      throw error;
    }
  };
  return async (url, request, { waits = true } = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await ask(url, request);
      if (response.status !== 429 || !waits || attempt === mostAttempts) return response;
      const wantedInSeconds = readWaitInSeconds(response.headers);
      if (wantedInSeconds > longestWaitInSeconds) return response;
      await response.body?.cancel();
      onWait(wantedInSeconds);
      await pause(wantedInSeconds * 1000);
    }
  };
}

/** `Retry-After` is a number of seconds, or a date by the clock that `Date` shows (RFC 9110). */
function readWaitInSeconds(headers: Headers): number {
  const wanted = headers.get('retry-after') || usualWaitInSeconds;
  if (Number(wanted) >= 0) return Number(wanted);
  const end = Date.parse(String(wanted));
  if (Number.isNaN(end)) return usualWaitInSeconds;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Math.ceil((end - now) / 1000));
}

const isTimeout = (error: unknown): boolean => (error as Error).name === 'TimeoutError';

/** Why there was no answer, without an address that could hold a password. */
export function describeFailure(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  if (isTimeout(error)) return `no answer within ${answerLimitInMs / 1000} s`;
  return cause?.code ?? cause?.message ?? message;
}
