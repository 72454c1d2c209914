/** An event whose attempt failed. */
export interface FailedEvent {
  /** What the handler threw. */
  error: unknown;
  /** As in `EventContext`. */
  attempt: number;
  receivedAt: Date;
  /** When it was last to be handled: it arrived, was replayed, or a pause of the inbox ended. Count deadlines from here. */
  openSince: Date;
  /** By the clock of the inbox. */
  now: Date;
}

/** Plans the next attempt after one failed; undefined if none is to follow. */
export type PlanRetry = (failed: FailedEvent) => Date | undefined;

/** As in `ProcessingOptions`. */
interface Delays {
  attempts: number;
  firstDelayInMs: number;
  longestDelayInMs: number;
  retryAt: PlanRetry | undefined;
}

/** The caller's plan, or the one by attempts. That one stands in if the caller's throws or returns no time. */
export function createPlan({ retryAt, ...delays }: Delays, onError: (error: unknown) => void): PlanRetry {
  const byAttempts: PlanRetry = ({ attempt, now }) =>
    attempt >= delays.attempts ? undefined : new Date(now.getTime() + retryDelayInMs(attempt, delays));
  if (!retryAt) return byAttempts;
  return (failed) => {
    try {
      const planned = retryAt(failed);
      if (planned === undefined || Number.isFinite(planned.getTime())) return planned;
      throw new TypeError('retryAt returned no valid date.');
    } catch (error) {
      onError(error);
      return byAttempts(failed);
    }
  };
}

/** Random between 0 and `firstDelayInMs * 2^(attempt - 1)`, at most `longestDelayInMs`: full jitter. */
export function retryDelayInMs(
  attempt: number,
  { firstDelayInMs, longestDelayInMs }: Pick<Delays, 'firstDelayInMs' | 'longestDelayInMs'>,
  random: () => number = Math.random,
): number {
  return Math.floor(random() * Math.min(longestDelayInMs, firstDelayInMs * 2 ** (attempt - 1)));
}

/** The latest time for which a retry is planned. Anything due later was planned before the clock was put back, and is due now. */
export const latestDueTime = (now: Date, { longestDelayInMs }: Pick<Delays, 'longestDelayInMs'>): Date =>
  new Date(now.getTime() + longestDelayInMs);
