/** How long after the end of a failed attempt the next one is due, in milliseconds (HOOK-4). */
const retryDelaysInMs: readonly number[] = [1000, 10_000, 100_000];

/**
 * When the next attempt is due, on the clock that `endedAt` was read from; undefined after the last one. `attempts`
 * counts the failed ones so far: 4 attempts are made in all (HOOK-4).
 */
export function nextAttemptAt(attempts: number, endedAt: number): number | undefined {
  const delay = retryDelaysInMs[attempts - 1];
  return delay === undefined ? undefined : endedAt + delay;
}
