import type { Operation } from '../document/registered.ts';
import { httpDateInMs } from './http-date.ts';
import type { AttemptResult } from './send-once.ts';

/** How to retry failed requests. Which requests are retried depends on the operation, not on these numbers. */
export interface RetryOptions {
  /** The most retries of a request. Default 2; 0 means never. */
  max?: number | undefined;
  /** The upper bound of the first delay, in ms. It doubles with each retry; the actual delay is random below it. Default 250. */
  baseDelayInMs?: number | undefined;
  /** The longest delay, in ms. A longer Retry-After ends the call. Default 30000. */
  maxDelayInMs?: number | undefined;
}

/** The retry options with defaults filled in. */
export type RetrySettings = { [Name in keyof RetryOptions]-?: number };

/** The delay before the next request: Retry-After, or else full jitter. Undefined if there must be no retry. */
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
 * Whether a retry can do no harm. Unsent requests and 429s are retried, even writes. Other failures are retried only if the operation
 * is repeatable. Never retried: an answer that cannot be used, a redirect, and a failure to which the document gives a meaning, such
 * as the 500 for an unknown milestone (PAY-4).
 */
function mayBeSentAgain({ isRepeatable, meaningfulFailures }: Operation, result: AttemptResult): boolean {
  const { response, outcome } = result;
  if (!response && result.error.code === 'decode') return false;
  if (outcome === 'not-sent' || response?.status === 429) return true;
  if (!isRepeatable || outcome === 'rejected') return false;
  return !response || (response.status >= 400 && !meaningfulFailures?.includes(response.status));
}

/** Reads the delay of Retry-After, in ms. Undefined if it is missing, malformed or in the past. */
export function retryAfterInMs(headers: Pick<Headers, 'get'>): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const delayInMs = httpDateInMs(text) - Date.now();
  return delayInMs > 0 ? delayInMs : undefined;
}
