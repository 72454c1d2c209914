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
