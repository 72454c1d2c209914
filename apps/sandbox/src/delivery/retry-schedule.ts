import { retryDelaysInSeconds } from '@escrow-kit/spec';

/**
 * When the next attempt is due, on the clock that `endedAt` was read from; undefined after the last one. `attempts`
 * counts the failed ones so far (HOOK-4). A delay counts from the end of the attempt before: our choice, not shown.
 */
export function nextAttemptAt(attempts: number, endedAt: number): number | undefined {
  const delay = retryDelaysInSeconds[attempts - 1];
  return delay === undefined ? undefined : endedAt + delay * 1000;
}
