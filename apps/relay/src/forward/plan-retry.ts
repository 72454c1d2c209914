import type { ProcessingOptions } from '@escrow-kit/webhooks';

/** Why an attempt failed. The message is one of few, so that failures can be counted by it. */
export class ForwardError extends Error {
  /** From the header `retry-after`, at most `longestDelayInMs` away. */
  readonly retryAt: Date | undefined;
  /** How long the attempt took. */
  readonly durationInMs: number;
  /** Whether every event would fail now, because the endpoint could not be reached or asks for fewer requests. */
  readonly isOutage: boolean;

  constructor(
    message: string,
    {
      retryAt,
      durationInMs = 0,
      isOutage = false,
      cause,
    }: { retryAt?: Date | undefined; durationInMs?: number; isOutage?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.durationInMs = durationInMs;
    this.isOutage = isOutage;
    this.retryAt = retryAt;
  }
}

/**
 * Whether a failed attempt shows that the endpoint is down for every event. Other failures, also a 502 or no answer in time, may come
 * from this event alone.
 */
export const isOutage = (error: unknown): boolean => error instanceof ForwardError && error.isOutage;

/** For how long an event is forwarded again after it was received or replayed, or a pause ended. Our choice: not shown. */
export const giveUpAfterInMs = 72 * 3_600_000;

const firstDelayInMs = 1_000;
const longestRandomDelayInMs = 600_000;

/** A milestone that hangs takes a slot for a quarter of the time at most, so that few of them leave the others theirs. */
const leastDelayInDurations = 3;

/** No event waits longer for its next attempt, whatever `retry-after` says. */
export const longestDelayInMs = 3_600_000;

/**
 * Plans the next attempt at a random time, later and later, or when the endpoint asked for it. As long as it may be forwarded, an event
 * has another attempt, the last one just when its time is over. A failure after that makes it dead. A replay, or the end of a pause, gives
 * it all its time again.
 */
export function createRetryPlan(random: () => number = Math.random): NonNullable<ProcessingOptions['retryAt']> {
  return ({ error, attempt, openSince, now }) => {
    const endsAt = openSince.getTime() + giveUpAfterInMs;
    if (now.getTime() >= endsAt) return undefined;
    const failure = error instanceof ForwardError ? error : undefined;
    // In an outage few attempts start anyway.
    const leastInMs = failure && !failure.isOutage ? leastDelayInDurations * failure.durationInMs : 0;
    const delayInMs = leastInMs + random() * Math.min(longestRandomDelayInMs, firstDelayInMs * 2 ** (attempt - 1));
    const asked = failure?.retryAt?.getTime() ?? 0;
    const planned = Math.max(now.getTime() + delayInMs, asked);
    return new Date(Math.min(planned, endsAt));
  };
}
