import type { Operation } from '../generated/operations.ts';
import { httpDateInMs } from './http-date.ts';
import type { AttemptResult } from './send-once.ts';

/** How failed requests are sent again. Which ones may be is decided by the operation, never by these numbers. */
export interface RetryOptions {
  /** How many times a request is sent again at most. Default 2, 0 for never. */
  max?: number | undefined;
  /** The longest first delay, in ms; it doubles with each retry, and a random part of it is waited. Default 250. */
  baseDelayInMs?: number | undefined;
  /** The longest delay, in ms. A Retry-After that asks for a longer one ends the call. Default 30000. */
  maxDelayInMs?: number | undefined;
}

/** The retry options, complete. */
export type RetrySettings = { [Name in keyof RetryOptions]-?: number };

/** How long to wait before the next request: full jitter, or what the service asks for. Undefined: it is not sent again. */
export function retryDelayInMs(
  operation: Operation,
  result: AttemptResult,
  retries: number,
  { max, baseDelayInMs, maxDelayInMs }: RetrySettings,
): number | undefined {
  if (retries >= max || !mayBeSentAgain(operation, result)) return undefined;
  const askedInMs = result.response && retryAfterInMs(result.response.headers);
  if (askedInMs === undefined) return Math.random() * Math.min(maxDelayInMs, baseDelayInMs * 2 ** retries);
  return askedInMs > maxDelayInMs ? undefined : askedInMs;
}

/**
 * Whether sending the request once more can do no harm. What was not sent, or refused with a 429, is sent again, even a
 * write. An answer that cannot be used is not asked for again. After a failure only what does the same thing twice is. A redirect
 * is an answer, and so is a failure that the document gives a meaning, such as the 500 of an unknown milestone (PAY-4).
 */
function mayBeSentAgain({ isRepeatable, meaningfulFailures }: Operation, result: AttemptResult): boolean {
  const { response, outcome } = result;
  if (!response && result.error.code === 'decode') return false;
  if (outcome === 'not-sent' || response?.status === 429) return true;
  if (!isRepeatable || outcome === 'rejected' || outcome === 'succeeded') return false;
  return !response || (response.status >= 400 && !meaningfulFailures.includes(response.status));
}

/** What a Retry-After asks for, in ms. Undefined if there is none, or one that cannot be read, or a time in the past. */
export function retryAfterInMs(headers: Pick<Headers, 'get'>): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const delayInMs = httpDateInMs(text) - Date.now();
  return delayInMs > 0 ? delayInMs : undefined;
}
