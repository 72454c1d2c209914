import type { CallState } from './hooks.ts';
import type { Result } from './send-once.ts';

/** How failed requests are sent again. Which ones may be is decided by the operation, never by these numbers. */
export interface RetryOptions {
  /** How many times a request is sent again at most. Default 2, 0 for never. */
  max?: number;
  /** The longest first delay; it doubles with each retry, and a random part of it is waited. Default 250. */
  baseDelayInMs?: number;
  /** The longest delay. A Retry-After that asks for a longer one ends the call. Default 30000. */
  maxDelayInMs?: number;
}

/**
 * How long to wait before the next request: full jitter, or what the service asks for in Retry-After, in seconds or with
 * a date. For ever where it asks for too long, or the request may not be sent again: what was not sent, or refused with
 * a 429, may, even a write; after a failure only what does the same thing twice may; a redirect, and a status that the
 * document gives a meaning, such as the 500 of an unknown milestone (PAY-4), are answers.
 */
export function retryDelayInMs(
  call: CallState,
  { response, outcome }: Result,
  retries: number,
  { max, baseDelayInMs, maxDelayInMs }: Required<RetryOptions>,
): number {
  // An answer that never came has no status, and counts as a failure of the server that means nothing else.
  const { status = 599, headers } = response ?? {};
  const isFailure = outcome === 'unknown' && status >= 400 && !call.meaningful?.includes(status);
  const mayRetry = outcome === 'not-sent' || status === 429 || (call.isRepeatable && isFailure);
  const asked = headers?.get('retry-after') as string;
  const askedInMs = Math.max(0, Number(asked) * 1000 || Date.parse(asked) - Date.now());
  if (!mayRetry || retries >= max || askedInMs > maxDelayInMs) return 1 / 0;
  return askedInMs >= 0 ? askedInMs : Math.random() * Math.min(maxDelayInMs, baseDelayInMs * 2 ** retries);
}
