import type { Answer } from '../errors/api-error.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';

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
const defaultRetry: Required<RetryOptions> = {
  max: 2,
  baseDelayInMs: 250,
  maxDelayInMs: 8000,
  maxRetryAfterInMs: 30_000,
};

/** Each number from the first of the options that has it. */
export function chooseRetry(...options: (RetryOptions | undefined)[]): Required<RetryOptions> {
  const names = Object.keys(defaultRetry) as (keyof RetryOptions)[];
  const chosen = names.map((name) => [name, options.find((given) => given?.[name] !== undefined)?.[name]]);
  return { ...defaultRetry, ...Object.fromEntries(chosen.filter(([, value]) => value !== undefined)) };
}

/**
 * Whether a request may be sent again after this result. A 429 was refused, so that even a write may; a status that the
 * document gives a meaning, such as the 500 of an unknown milestone (PAY-4), is an answer; after a lost connection a
 * write may only if it surely was not sent.
 */
export function mayRetry(operationId: OperationId, result: Answer | EscrowError): boolean {
  const { retry, meaningful = [] } = operationTable[operationId];
  const isWrite = retry === 'write';
  if (result instanceof EscrowError) return result.code === 'connection' && (!isWrite || result.outcome === 'not-sent');
  const { status } = result;
  return status === 429 || (!isWrite && !meaningful.includes(status) && (status === 408 || status >= 500));
}

/** The Retry-After header in milliseconds from now: it holds seconds or a date. */
function retryAfterInMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  const delay = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

/** How long to wait before the next request: full jitter, or what the service asks for; nothing if that is too long. */
export function retryDelayInMs(
  retries: number,
  options: Required<RetryOptions>,
  result: Answer | EscrowError,
): number | undefined {
  const asked = result instanceof EscrowError ? undefined : retryAfterInMs(result.headers);
  if (asked !== undefined) return asked <= options.maxRetryAfterInMs ? asked : undefined;
  return Math.random() * Math.min(options.maxDelayInMs, options.baseDelayInMs * 2 ** retries);
}
