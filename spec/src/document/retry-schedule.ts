import { retryDelaysInSeconds } from '../generated/facts.ts';

/**
 * When each attempt of a failing delivery begins, in seconds after the first one, which is 0 (HOOK-4). Our reading: each delay
 * counts from the attempt before, as if no attempt took time. From when it counts is not shown.
 */
export const attemptsInSeconds: readonly number[] = [0, ...retryDelaysInSeconds.map((_delay, index) => sumUpTo(index))];

function sumUpTo(index: number): number {
  return retryDelaysInSeconds.slice(0, index + 1).reduce<number>((sum, delay) => sum + delay, 0);
}
