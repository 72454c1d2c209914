import { retryDelaysInSeconds } from '@escrow-kit/spec';
import type { Row } from '../storage/tables.ts';

/**
 * When the next attempt is due, on the same clock as `endedAt`; undefined after the last one. `attempts` counts the failed ones
 * so far (HOOK-4). A delay counts from the end of the attempt before: our choice, not shown.
 */
export function nextAttemptAt(attempts: number, endedAt: number): number | undefined {
  const delay = retryDelaysInSeconds[attempts - 1];
  return delay === undefined ? undefined : endedAt + delay * 1000;
}

/** How many automatic attempts remain: the first one, and one for each delay (HOOK-4). */
export function attemptsLeft({ state, attempts }: { state: Row<'deliveries'>['state']; attempts: number }): number {
  return state === 'pending' ? Math.max(0, retryDelaysInSeconds.length + 1 - attempts) : 0;
}
