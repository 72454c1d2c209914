import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import type { Result } from './send-once.ts';

/** How failed requests are sent again. Which ones may be is decided by the operation, never by these numbers. */
export interface RetryOptions {
  /** How many times a request is sent again at most. Default 2, 0 for never. */
  max?: number;
  /** The longest first delay; it doubles with each retry, and a random part of it is waited. Default 250. */
  baseDelayInMs?: number;
  /** The longest delay. Default 8000. */
  maxDelayInMs?: number;
  /** The longest Retry-After that is waited for; a longer one ends the call. Default 30000. */
  maxRetryAfterInMs?: number;
}

/** The numbers above, our choice: the service shows none (LIMIT-1). */
export const defaultRetry: Required<RetryOptions> = {
  max: 2,
  baseDelayInMs: 250,
  maxDelayInMs: 8000,
  maxRetryAfterInMs: 30_000,
};

/** Each number from the last of the options that has it. */
export function chooseRetry(...options: RetryOptions[]): Required<RetryOptions> {
  const given = options.flatMap(Object.entries).filter(([, value]) => value !== undefined);
  return { ...defaultRetry, ...Object.fromEntries(given) };
}

/**
 * Whether a request may be sent again after this result. A 429 was refused, so that even a write may; a status that the
 * document gives a meaning, such as the 500 of an unknown milestone (PAY-4), is an answer; after a lost connection a
 * write may only if it surely was not sent.
 */
export function mayRetry(operationId: OperationId, { reason, outcome }: Result): boolean {
  const { isRepeatable = false, meaningful = [] } = operationTable[operationId];
  if (reason === 'connection') return isRepeatable || outcome === 'not-sent';
  const status = Number(reason);
  return status === 429 || (isRepeatable && (status === 408 || status >= 500) && !meaningful.includes(status));
}

/**
 * How long to wait before the next request: full jitter, or what the service asks for in Retry-After, in seconds or with
 * a date. For ever if that is too long.
 */
export function retryDelayInMs(retries: number, options: Required<RetryOptions>, { answer }: Result): number {
  const asked = answer?.headers.get('retry-after') ?? '';
  const askedInMs = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  if (askedInMs > options.maxRetryAfterInMs) return Number.POSITIVE_INFINITY;
  if (!Number.isNaN(askedInMs)) return Math.max(0, askedInMs);
  return Math.random() * Math.min(options.maxDelayInMs, options.baseDelayInMs * 2 ** retries);
}
