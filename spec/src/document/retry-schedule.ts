import { retryDelaysInSeconds } from './facts.ts';

/**
 * The start of each attempt of a failing delivery, in seconds after the first one, which is 0 (HOOK-4). The delays are
 * `x-retry-schedule` of paths/contract-event.yaml. Our reading: each starts with the previous attempt, as if attempts took no time.
 * When it starts is not shown.
 */
export const attemptsInSeconds: readonly number[] = [0, ...retryDelaysInSeconds.map((_delay, index) => sumUpTo(index))];

function sumUpTo(index: number): number {
  return retryDelaysInSeconds.slice(0, index + 1).reduce<number>((sum, delay) => sum + delay, 0);
}
